include ../../include/two_guests.asm

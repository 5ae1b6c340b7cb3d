# bash completion for perf: names come from the program itself, by --list-cmds, --list-opts and --list-values.
#
# perf <Tab>                commands; perf -<Tab>: options that go before them
# perf COMMAND <Tab>        its subcommands, the words that its arguments are made of, else files; -<Tab>: its options
# perf ... --sort <Tab>     what the option's value is made of; in a list its last member
#
# The shell cuts words at = and : (COMP_WORDBREAKS); what is completed is then the part behind, though it depends on all of it.

# Sets words, the words of the line in one piece each, at, which of them is being completed, and kept, the part of that one that the shell
# leaves as it is.
_perf_words()
{
	local i word joins=
	words=() at=-1 kept=
	for ((i = 0; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		[ "$i" = "$COMP_CWORD" ] && [ $at -ge 0 ] && { [[ $word == [:=] ]] || [ -n "$joins" ]; } && kept=${words[at]}
		if [ $at -ge 0 ] && { [[ $word == [:=] ]] || [ -n "$joins" ]; }; then
			words[at]+=$word
		else
			words[++at]=$word
		fi
		joins=
		[[ $word == [:=] ]] && joins=yes
	done
	[[ ${COMP_WORDS[COMP_CWORD]} == [:=] ]] && kept=${words[at]}
}

# Offers those of the names on standard input, one a line, that begin with $2; $1 stands before them. Names are not the shell's to expand.
_perf_offer()
{
	local name
	while IFS= read -r name; do
		[[ $name == "$2"* ]] || continue
		name=$1$name
		COMPREPLY+=("${name#"$kept"}")
	done
}

# Offers what the value of option $1 is made of; $2 is what there is of it, $3 what stands before it in the word.
_perf_values()
{
	local value=$2 head=$3 names
	names=$("${command[@]}" "--list-values=$1" 2>/dev/null)
	[ -n "$names" ] || return
	[[ $value == [\'\"]* ]] && value=${value:1}
	head+=${value%"${value##*[,\{+! %]}"}
	value=${value##*[,\{+! %]}
	_perf_offer "$head" "$value" <<<"$names"
	# script -F trace:comm
	[ ${#COMPREPLY[@]} -gt 0 ] || [[ $value != *:* ]] || _perf_offer "$head${value%:*}:" "${value##*:}" <<<"$names"
}

# The words of a list without a line each.
_perf_list()
{
	"$@" 2>/dev/null | tr ' ' '\n' | grep .
}

_perf()
{
	local words at kept perf current previous i
	local -a command
	_perf_words
	perf=${words[0]} current=${words[at]} previous=${words[at - 1]}
	COMPREPLY=()
	for ((i = 1; i < at; i++)); do
		case ${words[i]} in
		--buildid-dir | --debugfs-dir | --debug | --debug-file) ((i++)) ;;
		-*) ;;
		*) break ;;
		esac
	done
	if [ "$i" -ge "$at" ]; then
		case $current in
		-*) _perf_offer "" "$current" < <(_perf_list "$perf" --list-opts) ;;
		*) _perf_offer "" "$current" < <(_perf_list "$perf" --list-cmds) ;;
		esac
		return
	fi
	command=("$perf" "${words[i]}")
	local first=$((i + 1)) word
	for word in "${words[@]:first:at-first}"; do
		[ "$word" = -- ] && return # the command that is measured
	done
	if [ "$first" -lt "$at" ] && _perf_list "${command[@]}" --list-cmds | grep -qxF -e "${words[first]}"; then
		command+=("${words[first]}")
		((first++))
	fi

	case $current in
	--*=*) _perf_values "${current%%=*}" "${current#*=}" "${current%%=*}=" ;;
	--*) ;;
	-?*) _perf_values "${current:0:2}" "${current:2}" "${current:0:2}" ;;
	*) [[ $previous == -?* && $previous != *=* ]] && _perf_values "$previous" "$current" "" ;;
	esac
	[ ${#COMPREPLY[@]} -gt 0 ] && return
	case $current in
	-*) _perf_offer "" "$current" < <(_perf_list "${command[@]}" --list-opts) ;;
	*)
		_perf_offer "" "$current" < <("${command[@]}" --list-values 2>/dev/null)
		[ "$first" != "$at" ] || _perf_offer "" "$current" < <(_perf_list "${command[@]}" --list-cmds)
		# no names: the files that the option or command takes
		[ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current")) ;;
	esac
}

complete -o bashdefault -o filenames -F _perf perf

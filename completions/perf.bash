# bash completion for perf: names come from the program itself, by --list-cmds and --list-opts.
#
# perf <Tab>             commands; perf -<Tab>: options that go before them
# perf COMMAND <Tab>     its subcommands, else files; -<Tab>: its options
# perf ... -e <Tab>      events, where `perf list` is there

_perf_command() # prints the index of the command's word in COMP_WORDS, 0: none yet
{
	local i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		--buildid-dir | --debugfs-dir | --debug | --debug-file) ((i++)) ;;
		-*) ;;
		*) echo "$i"; return ;;
		esac
	done
	echo 0
}

_perf()
{
	local perf=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} at command names=
	at=$(_perf_command)
	COMPREPLY=()
	if [ "$at" = 0 ]; then
		case $current in
		-*) names=$("$perf" --list-opts 2>/dev/null) ;;
		*) names=$("$perf" --list-cmds 2>/dev/null) ;;
		esac
		COMPREPLY=($(compgen -W "$names" -- "$current"))
		return
	fi
	command=${COMP_WORDS[at]}
	case $previous in
	-e | --event)
		# a list: complete its last member
		local head=
		[[ $current == *,* ]] && head=${current%,*},
		names=$("$perf" list --raw-dump 2>/dev/null)
		COMPREPLY=($(compgen -P "$head" -W "$names" -- "${current##*,}"))
		return ;;
	esac
	case $current in
	-*)
		names=$("$perf" "$command" --list-opts 2>/dev/null)
		COMPREPLY=($(compgen -W "$names" -- "$current")) ;;
	*)
		if [ "$command" = list ]; then
			names="hw sw tool cache tracepoint pmu sdt metric metricgroup"
		elif [ "$command" = help ]; then
			names=$("$perf" --list-cmds 2>/dev/null)
		elif [ "$COMP_CWORD" = $((at + 1)) ]; then
			names=$("$perf" "$command" --list-cmds 2>/dev/null)
		fi
		COMPREPLY=($(compgen -W "$names" -- "$current"))
		# no names: the files that the option or command takes
		[ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current")) ;;
	esac
}

complete -o bashdefault -o filenames -F _perf perf

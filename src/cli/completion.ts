/** The `completion` command: scripts for shells, made from the table of commands. */
import { type Command, exitCodes, jsonOption, WrongUsage } from "./command.ts";

export const shells = ["bash", "zsh", "fish"] as const;

/** The table is handed in, because it contains this command. */
export const makeCompletionCommand = (commandsOf: () => readonly Command[]): Command => ({
  name: "completion",
  takes: ["shell"],
  summary: "Print a completion script for your shell",
  details: `For bash: source <(kontor completion bash)
For zsh, after compinit: source <(kontor completion zsh)
For fish: kontor completion fish > ~/.config/fish/completions/kontor.fish`,
  options: jsonOption,
  run: async ({ arguments: [shell = ""], options, terminal }) => {
    const write = writers[shell];
    if (write === undefined) throw new WrongUsage(`<shell> must be one of ${shells.join(", ")}.`);
    const script = write(commandsOf());
    terminal.print(options["json"] === true ? JSON.stringify({ shell, script }) : script);
    return exitCodes.done;
  },
});

const optionsOf = ({ options = {} }: Command): string[] => [...Object.keys(options), "help"].map((name) => `--${name}`);
const firstWords = (commands: readonly Command[]): string[] => [
  ...new Set([...commands.map(({ name }) => name.split(" ", 1)[0] ?? name), "help"]),
];
const secondWords = (commands: readonly Command[], first: string): string[] =>
  commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.slice(first.length + 1));

/** Words to complete after each beginning of a command line. */
function casesOf(commands: readonly Command[]): { after: string; words: string[] }[] {
  const groups = firstWords(commands).map((first) => ({ after: first, words: secondWords(commands, first) }));
  const options = commands.map((command) => ({ after: command.name, words: optionsOf(command) }));
  return [...groups.filter(({ words }) => words.length > 0), ...options];
}

function bash(commands: readonly Command[]): string {
  const cases = casesOf(commands).map(({ after, words }) => `    "${after}") words="${words.join(" ")}" ;;`);
  return `_kontor() {
  local words="" line="\${COMP_WORDS[*]:1:2}"
  [ "$COMP_CWORD" -eq 2 ] && line="\${COMP_WORDS[1]}"
  [ "$COMP_CWORD" -eq 1 ] && line=""
  case "$line" in
    "") words="${firstWords(commands).join(" ")}" ;;
${cases.join("\n")}
    *) case "\${COMP_WORDS[1]}" in
${commands
  .filter(({ name }) => !name.includes(" "))
  .map((command) => `      "${command.name}") words="${optionsOf(command).join(" ")}" ;;`)
  .join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kontor kontor`;
}

/** zsh runs completions that were written for bash. */
const zsh = (commands: readonly Command[]): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`;
  const first = firstWords(commands).map((word) => {
    const command = commands.find(({ name }) => name === word);
    const about = command === undefined ? "" : ` -d ${quoted(command.summary)}`;
    return `complete -c kontor -f -n __fish_use_subcommand -a ${word}${about}`;
  });
  const second = commands
    .filter(({ name }) => name.includes(" "))
    .map(({ name, summary }) => {
      const [group = "", word = ""] = name.split(" ");
      return `complete -c kontor -f -n '__fish_seen_subcommand_from ${group}' -a ${word} -d ${quoted(summary)}`;
    });
  const options = commands.flatMap(({ name, options: own = {} }) => {
    const condition = name
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and ");
    return Object.entries(own).map(
      ([option, { about, takes }]) =>
        `complete -c kontor -n '${condition}' -l ${option}${takes === undefined ? "" : " -r"} -d ${quoted(about)}`,
    );
  });
  return [...first, ...second, ...options].join("\n");
}

const writers: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

declare const EXIT_CODES: {
        readonly ok: 0;
        readonly unexpected: 1;
        readonly usage: 2;
        readonly findings: 3;
        readonly invalidInput: 5;
        readonly interrupted: 130;
};
type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];
interface TextOutput {
        write(text: string): Promise<void>;
    readonly isTerminal: boolean;
        readonly columns: number | null;
        readonly rows?: number | null | undefined;
}
interface CommandIo {
    readonly stdin: AsyncIterable<Uint8Array | string>;
        readonly stdout: TextOutput;
        readonly stderr: TextOutput;
    readonly env: Readonly<Record<string, string | undefined>>;
        readonly signal?: AbortSignal | undefined;
}
declare function runCommand(argv: readonly string[], io?: CommandIo): Promise<ExitCode>;
declare function startCommandLine(): Promise<void>;
export { type CommandIo, EXIT_CODES, type ExitCode, type TextOutput, runCommand, startCommandLine };

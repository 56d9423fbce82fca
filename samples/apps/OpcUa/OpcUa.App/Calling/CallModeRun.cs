namespace OpcUa.App.Calling;

/// <summary>The figures of a mode, in one round or in all.</summary>
/// <param name="Mode">One of <see cref="Modes"/>.</param>
/// <param name="Client">The figures of the client.</param>
/// <param name="Server">The resources that the server's process used during that time.</param>
/// <param name="Faults">The faults, one line each.</param>
internal sealed record CallModeRun(string Mode, CallFigures Client, ProcessFigures Server, IReadOnlyList<string> Faults)
{
    /// <summary>Combines the rounds of a mode.</summary>
    public static CallModeRun Sum(IReadOnlyList<CallModeRun> rounds) => new(
        rounds[0].Mode,
        CallFigures.Sum([.. rounds.Select(static round => round.Client)]),
        ProcessFigures.Sum([.. rounds.Select(static round => round.Server)]),
        [.. rounds.SelectMany(static round => round.Faults)]);
}

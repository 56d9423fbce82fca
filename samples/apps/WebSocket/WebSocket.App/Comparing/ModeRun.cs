using WebSockets.App.Hubs;
using WebSockets.App.Loads;

namespace WebSockets.App.Comparing;

/// <summary>The figures of a mode, in one round or in all.</summary>
/// <param name="Mode">One of <see cref="WayNames"/>.</param>
/// <param name="Client">The figures of the clients.</param>
/// <param name="Hub">The figures of the hub for that time.</param>
/// <param name="Faults">The faults, one line each.</param>
internal sealed record ModeRun(string Mode, LoadFigures Client, HubFigures Hub, IReadOnlyList<string> Faults)
{
    /// <summary>Combines the rounds of a mode.</summary>
    public static ModeRun Sum(IReadOnlyList<ModeRun> rounds) => new(
        rounds[0].Mode,
        LoadFigures.Sum([.. rounds.Select(static round => round.Client)]),
        rounds[0].Hub with
        {
            Process = ProcessFigures.Sum([.. rounds.Select(static round => round.Hub.Process)]),
            Received = rounds.Sum(static round => round.Hub.Received),
            Sent = rounds.Sum(static round => round.Hub.Sent),
            Copies = rounds.Sum(static round => round.Hub.Copies),
            Encoded = rounds.Sum(static round => round.Hub.Encoded),
            Dropped = rounds.Sum(static round => round.Hub.Dropped),
            Now = rounds[^1].Hub.Now,
        },
        [.. rounds.SelectMany(static round => round.Faults)]);
}

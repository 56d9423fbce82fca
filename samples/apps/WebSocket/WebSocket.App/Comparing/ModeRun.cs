using WebSockets.App.Hubs;
using WebSockets.App.Loads;

namespace WebSockets.App.Comparing;

/// <summary>What a way did, in one round or in all.</summary>
/// <param name="Mode">One of <see cref="WayNames"/>.</param>
/// <param name="Client">What the clients counted.</param>
/// <param name="Hub">What the hub counted meanwhile.</param>
/// <param name="Faults">What is wrong, a line each.</param>
internal sealed record ModeRun(string Mode, LoadFigures Client, HubFigures Hub, IReadOnlyList<string> Faults)
{
    /// <summary>Puts the rounds of a way together.</summary>
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

using OpcUa.App.Clients;
using OpcUa.App.Serving;

namespace OpcUa.App.Comparing;

/// <summary>The figures of a mode, in one round or in all.</summary>
/// <param name="Mode">One of <see cref="Modes"/>.</param>
/// <param name="Client">The figures of the client.</param>
/// <param name="Server">The figures of the server for that time.</param>
/// <param name="Faults">The faults, one line each.</param>
/// <param name="RoundLatenciesP99">The 99th percentile of each round's latencies, in milliseconds, in ascending order.</param>
internal sealed record ModeRun(
    string Mode, ClientFigures Client, ServerFigures Server, IReadOnlyList<string> Faults, IReadOnlyList<double> RoundLatenciesP99)
{
    /// <summary>Combines the rounds of a mode.</summary>
    public static ModeRun Sum(IReadOnlyList<ModeRun> rounds) => new(
        rounds[0].Mode,
        new ClientFigures(
            ProcessFigures.Sum([.. rounds.Select(static round => round.Client.Process)]),
            rounds.Sum(static round => round.Client.Notifications),
            rounds.Sum(static round => round.Client.Messages))
        {
            Latencies = rounds.Select(static round => round.Client.Latencies).Aggregate(LatencyHistogram.Sum),
        },
        new ServerFigures(
            ProcessFigures.Sum([.. rounds.Select(static round => round.Server.Process)]),
            rounds.Sum(static round => round.Server.Changes),
            rounds.Sum(static round => round.Server.Notifications),
            rounds.Sum(static round => round.Server.Messages),
            rounds.Sum(static round => round.Server.Overflows),
            rounds[^1].Server.Now),
        [.. rounds.SelectMany(static round => round.Faults)],
        [.. rounds.SelectMany(static round => round.RoundLatenciesP99).Order()]);
}

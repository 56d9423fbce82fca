using System.Globalization;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Game;

/// <summary>Runs the GameServer sample: bots on the server of <c>Before/</c> and on the pooled one, each in a separate process.</summary>
internal sealed class GameSection : ISection
{
    private const int Bots = 100;
    private const string Step = "bots on two game servers";

    /// <inheritdoc/>
    public string Name => "game";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        int seconds = context.Seconds;
        GameRun[] runs = Play(context, seconds);
        (GameRun before, GameRun pooled) = (runs[0], runs[1]);
        ComparisonRow[] rows = [Row("before", Side.Without, before, runs), Row("pooled", Side.Pooled, pooled, runs)];
        var result = new ComparisonResult(
            string.Create(CultureInfo.InvariantCulture, $"{Bots} bots for {seconds} s"),
            "Processor time of the server's process for one packet; bytes that the process allocated for it.",
            "packet", rows, Checks(runs), Rounds: 1, Operations: pooled.Packets)
        {
            Facts =
            [
                string.Create(CultureInfo.InvariantCulture, $"99 % of the ticks before took less than {before.TickP99:0.00} ms, "
                    + $"of the pooled ones {pooled.TickP99:0.00} ms; collections paused them for {before.PauseMilliseconds:0.0} and "
                    + $"{pooled.PauseMilliseconds:0.0} ms."),
            ],
        };
        return new SectionResult(
            Name,
            "Game server",
            "Real sockets, real encryption, 60 ticks a second; bots walk and check every answer.",
            [result]);
    }

    private static ComparisonRow Row(string name, Side side, GameRun run, GameRun[] runs) => new(
        name, side, Always(run.NanosecondsPerPacket),
        [.. runs.Select(other => Always(run.NanosecondsPerPacket / other.NanosecondsPerPacket))], run.AllocatedPerPacket, run.Gen0,
        run.Gen1, run.Gen2);

    private static Quartiles Always(double value) => new(value, value, value);

    private static Check[] Checks(GameRun[] runs) => runs.SelectMany(static run => run.Faults).ToArray() is { Length: > 0 } faults
        ? [.. faults.Select(static fault => new Check(fault, false))]
        : [new Check("every answer equals the inputs, every position was reported correctly, no chat text was lost", true)];

    private static GameRun[] Play(SectionContext context, int seconds) =>
    [
        .. SampleRuns.Run(context, Step, 2 * (seconds + 4), "Pooling.Samples.Apps.GameServer.dll", "both", "--count", Text(Bots),
            "--warm-up", "2", "--seconds", Text(seconds), "--chat", "5", "--json").Select(static run => new GameRun(run)),
    ];

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}

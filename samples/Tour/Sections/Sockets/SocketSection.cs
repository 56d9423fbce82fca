using System.Globalization;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Sockets;

/// <summary>Runs the WebSocket sample: a hub and clients, with stock and with pooled memory.</summary>
internal sealed class SocketSection : ISection
{
    private const int Sockets = 50;
    private const int Rate = 5000;
    private const int Size = 1024;
    private const string Step = "messages to a websocket hub and back";

    /// <inheritdoc/>
    public string Name => "websocket";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        int seconds = Math.Max(1, (int)(context.Budget.TotalSeconds * 1.5));
        SocketRun[] runs =
        [
            .. SampleRuns.Run(context, Step, 2 * (seconds + 2), "Pooling.Samples.WebSocket.dll", "both", "--sockets", Text(Sockets), "--rate",
                Text(Rate), "--size", Text(Size), "--rounds", "1", "--warm-up", "1", "--seconds", Text(seconds), "--json")
                .Select(static run => new SocketRun(run)),
        ];
        (SocketRun stock, SocketRun pooled) = (runs[0], runs[1]);
        var comparison = new Comparison(
            string.Create(CultureInfo.InvariantCulture, $"{Rate:N0} messages of {Size:N0} B a second there and back for {seconds} s"),
            "Processor time of the client's process for one message, including the socket, and bytes that the process allocated.",
            [new Contender("stock", Side.Stock, static _ => 0), new Contender("pooled", Side.Pooled, static _ => 0)])
        { Unit = "message" };
        ComparisonRow[] rows = [Row("stock", Side.Stock, stock, runs), Row("pooled", Side.Pooled, pooled, runs)];
        var result = new ComparisonResult(comparison, rows, Checks(runs), Rounds: 1, Operations: pooled.Messages)
        {
            Facts =
            [
                string.Create(CultureInfo.InvariantCulture, $"99 % of the messages returned within {stock.LatencyP99:0.0} ms with the "
                    + $"stock client and hub, {pooled.LatencyP99:0.0} ms with the pooled ones; the hub allocated "
                    + $"{stock.HubBytesPerMessage:0.0} B and {pooled.HubBytesPerMessage:0.0} B per message."),
            ],
        };
        return new SectionResult(
            Name,
            "WebSocket",
            string.Create(
                CultureInfo.InvariantCulture, $"A hub on Kestrel and {Sockets} sockets; each message is compared when it returns."),
            [result]);
    }

    private static ComparisonRow Row(string name, Side side, SocketRun run, SocketRun[] runs) => new(
        name, side, Always(run.NanosecondsPerMessage),
        [.. runs.Select(other => Always(run.NanosecondsPerMessage / other.NanosecondsPerMessage))], run.BytesPerMessage,
        run.Gen0, run.Gen1, run.Gen2);

    private static Quartiles Always(double value) => new(value, value, value);

    private static Check[] Checks(SocketRun[] runs) => runs.SelectMany(static run => run.Faults).ToArray() is { Length: > 0 } faults
        ? [.. faults.Select(static fault => new Check(fault, false))]
        : [new Check("every message of every socket returned once, complete and in order", true)];

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}

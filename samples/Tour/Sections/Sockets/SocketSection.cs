using System.Globalization;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Sockets;

/// <summary>Runs the WebSocket sample: a hub and clients, in its three modes.</summary>
internal sealed class SocketSection : ISection
{
    private const int Sockets = 50;
    private const int Rate = 5000;
    private const int Size = 1024;
    private const string Before = "before";
    private const string Plain = "plain";
    private const string Pooled = "pooled";
    private const string Step = "messages to a websocket hub and back";

    /// <inheritdoc/>
    public string Name => "websocket";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        int seconds = context.Seconds;
        SocketRun[] runs =
        [
            .. SampleRuns.Run(context, Step, 3 * (seconds + 2), "Pooling.Samples.Apps.WebSocket.dll", "compare", "--sockets", Text(Sockets),
                "--rate", Text(Rate), "--size", Text(Size), "--rounds", "1", "--warm-up", "1", "--seconds", Text(seconds), "--json")
                .Select(static run => new SocketRun(run)),
        ];
        (SocketRun before, SocketRun plain, SocketRun pooled) = (runs[0], runs[1], runs[2]);
        ComparisonRow[] rows =
        [
            Row(Before, Side.Without, before, runs), Row(Plain, Side.Without, plain, runs), Row(Pooled, Side.Pooled, pooled, runs),
        ];
        var result = new ComparisonResult(
            string.Create(CultureInfo.InvariantCulture, $"{Rate:N0} messages of {Size:N0} B a second there and back for {seconds} s"),
            "Processor time of the client's process for one message, including the socket, and bytes that the process allocated.",
            "message", rows, Checks(runs), Rounds: 1, Operations: pooled.Messages)
        {
            Facts =
            [
                string.Create(CultureInfo.InvariantCulture, $"99 % of the messages returned within {before.LatencyP99:0.0} ms before, "
                    + $"{plain.LatencyP99:0.0} ms plain, {pooled.LatencyP99:0.0} ms pooled; the hub allocated "
                    + $"{before.HubBytesPerMessage:0.0}, {plain.HubBytesPerMessage:0.0} and "
                    + $"{pooled.HubBytesPerMessage:0.0} B per message."),
                "\"before\" collects techniques with published figures. \"plain\" is what people use today: the loop of ASP.NET Core, "
                    + "which has no queues, and the client of the package Websocket.Client, which creates a string for each text.",
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

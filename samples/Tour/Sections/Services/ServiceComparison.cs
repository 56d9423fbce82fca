using System.Globalization;
using System.Text.Json;
using Pooling.Tour.Comparisons;

namespace Pooling.Tour.Sections.Services;

/// <summary>The runs of both ways of a service, from the JSON output of the program that measures them.</summary>
/// <param name="Title">The traffic.</param>
/// <param name="Message">The name of one message.</param>
/// <param name="FixedRate">The messages that are sent in a second.</param>
/// <param name="PlainCode">The file of the plain way.</param>
/// <param name="PooledCode">The file of the pooled way.</param>
/// <param name="Answers">A description of the answers, which were equal.</param>
/// <param name="Plain">The runs of the plain way.</param>
/// <param name="Pooled">The runs of the pooled way, each beside one of the plain way.</param>
internal sealed record ServiceComparison(
    string Title, string Message, double FixedRate, string PlainCode, string PooledCode, string Answers,
    ServiceRun[] Plain, ServiceRun[] Pooled)
{
    public static ServiceComparison Parse(string json) => JsonSerializer.Deserialize<ServiceComparison>(json)!;

    /// <summary>Returns the result.</summary>
    /// <param name="facts">Further facts, which follow those of the runs.</param>
    public ComparisonResult ToResult(IReadOnlyList<string> facts) => new(
        string.Create(
            CultureInfo.InvariantCulture, $"{char.ToUpperInvariant(Title[0])}{Title[1..]}: {FixedRate:N0} a second"),
        $"Processor time of the service's process for one {Message}, including the socket, and bytes that the process "
            + "allocated. Both services run beside each other, and are measured in turns. "
            + $"Plain is {PlainCode}, pooled {PooledCode}.",
        Message,
        [Row("plain", Side.Without, Plain), Row("pooled", Side.Pooled, Pooled)],
        [new Check($"both gave the same answers: {Answers}", true)],
        Rounds: Plain.Length,
        Operations: (long)Math.Round(Plain.Sum(static run => run.Rate * run.Seconds)))
    {
        Facts =
        [
            string.Create(
                CultureInfo.InvariantCulture,
                $"99 % of the answers came within {P99(Plain):0.0} ms plain, {P99(Pooled):0.0} ms pooled, from the "
                    + $"time at which the {Message} was to be sent; the greatest working sets were {Peak(Plain):0} and "
                    + $"{Peak(Pooled):0} MB."),
            .. facts,
        ],
    };

    private static double P99(ServiceRun[] runs) =>
        Quartiles.Of(runs.Select(static run => run.Latency[1] / 1000)).Median;

    private static double Peak(ServiceRun[] runs) => runs.Max(static run => run.Peak);

    private ComparisonRow Row(string name, Side side, ServiceRun[] runs)
    {
        return new ComparisonRow(
            name,
            side,
            Quartiles.Of(runs.Select(static run => run.Cpu * 1000)),
            [Ratios(Plain), Ratios(Pooled)],
            Quartiles.Of(runs.Select(static run => run.Bytes)).Median,
            Collections(0),
            Collections(1),
            Collections(2));

        Quartiles Ratios(ServiceRun[] others) =>
            Quartiles.Of(runs.Zip(others, static (run, other) => run.Cpu / other.Cpu));

        int Collections(int generation) =>
            (int)Math.Round(runs.Sum(run => run.Collections[generation..].Sum() * run.Seconds / 60));
    }
}

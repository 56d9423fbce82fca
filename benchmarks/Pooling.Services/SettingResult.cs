using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>The figures of one way with one setting. Each has the median, the least and the greatest of the runs; the
/// names are those of <see cref="RunResult"/>.</summary>
internal sealed record SettingResult(
    string Setting, string Way, int Runs, double[] Rate, double[] Cpu, double[] P50, double[] P99, double[] P999,
    double[] Max, double[] Bytes, double[] Gen0, double[] Gen1, double[] Gen2, double[] Pause, double[] Peak)
{
    public static SettingResult Of(ServiceSetting setting, string way, IReadOnlyCollection<RunResult> runs)
    {
        double[] Spread(Func<RunResult, double> figure)
        {
            Distribution spread = Distribution.Of(runs.Select(figure));
            return [Math.Round(spread.Median, 2), Math.Round(spread.Least, 2), Math.Round(spread.Greatest, 2)];
        }

        return new SettingResult(
            setting.Name, way, runs.Count, Spread(static run => run.Rate), Spread(static run => run.Cpu),
            Spread(static run => run.Latency[0]), Spread(static run => run.Latency[1]),
            Spread(static run => run.Latency[2]), Spread(static run => run.Latency[3]),
            Spread(static run => run.Bytes), Spread(static run => run.Collections[0]),
            Spread(static run => run.Collections[1]), Spread(static run => run.Collections[2]),
            Spread(static run => run.Pause), Spread(static run => run.Peak));
    }
}

using System.Diagnostics;
using System.Globalization;
using System.Runtime;

namespace Pooling.Tour.Measuring;

/// <summary>Times the contenders in turn, round after round, so that any disturbance of the machine affects all of them. Figures are
/// medians.</summary>
internal sealed class Measurement(Pace pace)
{
    private const int LargestSlice = 1 << 26;

    /// <summary>The time for measuring one comparison.</summary>
    public TimeSpan Budget => pace.Budget;

    /// <summary>Checks that the contenders agree, warms them up and times them.</summary>
    /// <param name="comparison">The contenders.</param>
    /// <param name="progress">Receives the completed part, from 0 to 1, between slices.</param>
    /// <param name="cancellationToken">A token that cancels the measurement between two slices.</param>
    public ComparisonResult Measure(Comparison comparison, Action<double> progress, CancellationToken cancellationToken)
    {
        var checks = new List<Check>();
        CheckOutputs(comparison, checks);

        using var team = new ThreadTeam(comparison.Threads);
        int count = comparison.Contenders.Count;
        TimeSpan total = pace.WarmUp + pace.Budget;
        int operations = WarmUp(comparison, team, fraction => progress(fraction * (pace.WarmUp / total)), cancellationToken);

        var slices = new List<Slice>[count];
        for (int i = 0; i < count; i++)
            slices[i] = [];

        long start = Stopwatch.GetTimestamp();
        TimeSpan elapsed = TimeSpan.Zero;
        for (int round = 0; round < Pace.MinRounds || elapsed < pace.Budget; round++)
        {
            for (int i = 0; i < count; i++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                int turn = (round + i) % count; // each contender is first, and follows each other one, equally often
                slices[turn].Add(team.Run(comparison.Contenders[turn], operations));
            }

            elapsed = Stopwatch.GetElapsedTime(start);
            progress(Math.Min((pace.WarmUp + elapsed) / total, 1));
        }

        CheckSums(comparison, slices, checks);
        return new ComparisonResult(comparison, Rows(comparison, slices, operations), checks, slices[0].Count,
            (long)operations * slices[0].Count);
    }

    private static void CheckOutputs(Comparison comparison, List<Check> checks)
    {
        Contender[] contenders = [.. comparison.Contenders.Where(static contender => contender.Output is not null)];
        if (contenders.Length < 2)
            return;

        byte[] expected = contenders[0].Output!();
        string[] differences = [.. contenders.Skip(1)
            .Select(contender => ByteDifference.Describe(contenders[0].Name, expected, contender.Name, contender.Output!()))
            .OfType<string>()];
        if (differences.Length == 0)
        {
            checks.Add(new Check(
                string.Create(CultureInfo.InvariantCulture, $"all {contenders.Length} wrote the same {expected.Length:N0} bytes"), true));
        }
        else
        {
            checks.AddRange(differences.Select(difference => new Check($"{comparison.Name}: {difference}", false)));
        }
    }

    private static void CheckSums(Comparison comparison, List<Slice>[] slices, List<Check> checks)
    {
        long expected = slices[0][0].Sum;
        bool passed = true;
        for (int i = 0; i < slices.Length; i++)
        {
            int wrong = slices[i].FindIndex(slice => slice.Sum != expected);
            if (wrong < 0)
                continue;

            passed = false;
            checks.Add(new Check(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{comparison.Name}: the results of {comparison.Contenders[i].Name} add up to {slices[i][wrong].Sum} in round "
                        + $"{wrong + 1}, expected {expected}"),
                false));
        }

        if (passed)
        {
            checks.Add(new Check(
                string.Create(CultureInfo.InvariantCulture, $"all {slices.Length} results add up to the same in every round"), true));
        }
    }

    /// <summary>Runs the contenders in short pieces, so that their methods are called often enough to be optimized, and finds the number of
    /// operations for a round of the specified length.</summary>
    private int WarmUp(Comparison comparison, ThreadTeam team, Action<double> progress, CancellationToken cancellationToken)
    {
        const double Piece = 200_000; // nanoseconds
        int multiple = comparison.Multiple;
        int count = comparison.Contenders.Count;
        int[] operations = [.. Enumerable.Repeat(multiple, count)];
        double[] best = [.. Enumerable.Repeat(double.MaxValue, count)];
        long start = Stopwatch.GetTimestamp();
        TimeSpan elapsed = TimeSpan.Zero, busy = TimeSpan.Zero;
        long compiled = JitInfo.GetCompiledMethodCount();
        do
        {
            for (int i = 0; i < count; i++)
            {
                cancellationToken.ThrowIfCancellationRequested();
                double each = team.Run(comparison.Contenders[i], operations[i]).Nanoseconds / operations[i];
                best[i] = elapsed * 2 < pace.WarmUp ? each : Math.Min(best[i], each); // the first half runs unoptimized code
                operations[i] = Round(Piece / each, multiple);
            }

            elapsed = Stopwatch.GetElapsedTime(start);
            if (compiled != JitInfo.GetCompiledMethodCount())
            {
                compiled = JitInfo.GetCompiledMethodCount();
                busy = elapsed;
            }

            progress(Math.Min(elapsed / pace.WarmUp, 1));
        }
        while (elapsed < pace.WarmUp || (elapsed - busy < pace.Quiet && elapsed < pace.MaxWarmUp));

        return Round(pace.Round.TotalNanoseconds / best.Sum(), multiple);
    }

    private static int Round(double operations, int multiple) =>
        (int)Math.Clamp(Math.Round(operations / multiple) * multiple, multiple, LargestSlice / multiple * multiple);

    private static ComparisonRow[] Rows(Comparison comparison, List<Slice>[] slices, int operations) =>
        [.. comparison.Contenders.Select((contender, i) => new ComparisonRow(
            contender.Name,
            contender.Side,
            Quartiles.Of(slices[i].Select(slice => slice.Nanoseconds / operations)),
            [.. slices.Select(others =>
                Quartiles.Of(slices[i].Zip(others, static (slice, other) => slice.Nanoseconds / other.Nanoseconds)))],
            Quartiles.Of(slices[i].Select(slice => (double)slice.AllocatedBytes / operations / comparison.Threads)).Median,
            slices[i].Sum(static slice => slice.Gen0),
            slices[i].Sum(static slice => slice.Gen1),
            slices[i].Sum(static slice => slice.Gen2)))];
}

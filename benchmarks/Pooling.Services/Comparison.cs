using Pooling.Services.Processes;

namespace Pooling.Services;

/// <summary>Runs of the two ways of a service, which give the same answers.</summary>
/// <param name="Plain">The runs of the plain way.</param>
/// <param name="Pooled">The runs of the pooled way.</param>
internal sealed record Comparison(IReadOnlyList<RunResult> Plain, IReadOnlyList<RunResult> Pooled)
{
    /// <summary>Gets the load's description of the answers.</summary>
    public string Answers => Plain[0].Answers;

    /// <summary>Runs both ways in turns.</summary>
    /// <param name="rounds">The number of measurements of each way.</param>
    /// <param name="run">Measures the pooled way, or the plain one; the second parameter is true in the last
    /// round.</param>
    /// <exception cref="InvalidDataException">The answers differ.</exception>
    public static async Task<Comparison> RunAsync(int rounds, Func<bool, bool, Task<RunResult>> run)
    {
        List<RunResult> plain = [], pooled = [];
        for (int round = 1; round <= rounds; round++)
        {
            bool[] ways = round % 2 == 1 ? [false, true] : [true, false]; // neither is always the first
            foreach (bool isPooled in ways)
                (isPooled ? pooled : plain).Add(await run(isPooled, round == rounds));
        }

        if (plain.Concat(pooled).Select(static run => run.Answers).Distinct().Count() > 1)
            throw new InvalidDataException("The two ways give different answers.");

        return new Comparison(plain, pooled);
    }
}

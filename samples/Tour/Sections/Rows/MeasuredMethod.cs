using System.Text.Json;

namespace Pooling.Tour.Sections.Rows;

/// <summary>The figures of a benchmark method in every round, as the programs of <c>benchmarks</c> print them.</summary>
/// <param name="Method">The class and the method.</param>
/// <param name="Rows">The rows to which it belongs.</param>
/// <param name="Times">The nanoseconds of one operation.</param>
/// <param name="BytesAllocated">The bytes that one operation allocates.</param>
/// <param name="Operations">The number of operations in all rounds.</param>
/// <param name="Collections">The number of garbage collections in all rounds, for each generation.</param>
internal sealed record MeasuredMethod(
    string Method, MeasuredMethod.Row[] Rows, double[] Times, double[] BytesAllocated, long Operations, int[] Collections)
{
    public string Name => Method[(Method.LastIndexOf('.') + 1)..];

    public bool IsPooled => Rows.Any(static row => row.Role == "Ours");

    public static IReadOnlyList<MeasuredMethod> Parse(string json) =>
        JsonSerializer.Deserialize<Output>(json, JsonSerializerOptions.Web)!.Results;

    internal sealed record Row(string Role);

    private sealed record Output(MeasuredMethod[] Results);
}

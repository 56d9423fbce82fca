namespace Pooling.Benchmarks;

/// <summary>Copies and compares the outputs of benchmark methods, after their buffers were returned to the pools.</summary>
internal static class Output
{
    /// <returns>A copy that shares nothing with pooled memory; <see langword="null"/> if there is nothing to compare.</returns>
    internal static object? Snapshot(object? output, MethodInfo method)
    {
        if (output is null || method.IsDefined(typeof(OutputNotComparedAttribute)))
            return null;

        return output switch
        {
            byte[] bytes => bytes.AsSpan().ToArray(),
            ReadOnlyMemory<byte> bytes => bytes.ToArray(),
            Memory<byte> bytes => bytes.ToArray(),
            ArraySegment<byte> bytes => bytes.ToArray(),
            ReadOnlySequence<byte> bytes => bytes.ToArray(),
            string or ValueType => output,
            _ => throw new NotSupportedException(
                $"{output.GetType().Name} cannot be compared. Return bytes, text or a number, or use [OutputNotCompared] with a reason."),
        };
    }

    /// <returns>The difference, or <see langword="null"/> if the outputs are equal or there is nothing to compare.</returns>
    internal static string? Difference(object? expected, object? actual)
    {
        if (expected is null || actual is null)
            return null;

        if (expected is not byte[] left || actual is not byte[] right)
            return expected.Equals(actual) ? null : string.Create(CultureInfo.InvariantCulture, $"{actual}, expected {expected}");

        if (left.AsSpan().SequenceEqual(right))
            return null;

        int at = left.AsSpan().CommonPrefixLength(right);
        return string.Create(CultureInfo.InvariantCulture,
            $"{right.Length} bytes, expected {left.Length}; the first difference is at byte {at}");
    }
}

namespace Pooling.Benchmarks.Mono;

/// <summary>Decodes memory over an array, as all pooled memory here is, because .NET Framework has no decoder for spans.</summary>
internal static class Utf8
{
    internal static string GetString(ReadOnlyMemory<byte> utf8) => MemoryMarshal.TryGetArray(utf8, out ArraySegment<byte> bytes)
        ? Encoding.UTF8.GetString(bytes.Array!, bytes.Offset, bytes.Count)
        : throw new NotSupportedException("The memory is not an array.");
}

using System.Buffers;
using Pooling.Buffers;
using Pooling.Json;

namespace Pooling.SoakTests.Buffers;

/// <summary>The pools that the workers share.</summary>
internal sealed class ForeignBytesPools(ArrayPool<byte> arrays, bool clears) : IDisposable
{
    internal ArrayPool<byte> Arrays { get; } = arrays;

    internal bool Clears { get; } = clears;

    internal BufferWriterPool Writers { get; } =
        new(new BufferWriterPoolOptions { ClearOnReturn = clears, MaxRetainedCapacity = 64 * 1024 }, arrayPool: arrays);

    internal Utf8JsonWriterPool Documents { get; } = new(new Utf8JsonWriterPoolOptions { ClearOnReturn = clears }, arrays);

    public void Dispose()
    {
        Writers.Dispose();
        Documents.Dispose();
    }
}

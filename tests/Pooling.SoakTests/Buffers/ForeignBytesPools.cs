using System.Buffers;
using Pooling.Buffers;
using Pooling.Json;

namespace Pooling.SoakTests.Buffers;

/// <summary>What the workers share.</summary>
internal sealed class ForeignBytesPools(ArrayPool<byte> arrays, bool clears) : IDisposable
{
    internal ArrayPool<byte> Arrays { get; } = arrays;

    internal bool Clears { get; } = clears;

    internal BufferWriterPool Writers { get; } = new(new BufferWriterPoolOptions { ClearOnReturn = clears, MaxRetainedCapacity = 64 * 1024 }, arrayPool: arrays);

    /// <summary>These clear nothing, so that they get a pool of their own where others must.</summary>
    internal Utf8JsonWriterPool Documents { get; } = new(clears ? new TenantArrayPool(requireCleared: false) : arrays);

    public void Dispose()
    {
        Writers.Dispose();
        Documents.Dispose();
    }
}

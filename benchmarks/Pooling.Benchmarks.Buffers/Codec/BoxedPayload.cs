namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>What the codec rows carry, in the plain shape.</summary>
internal sealed class BoxedPayload
{
    internal required BoxedVariant[] Scalars { get; init; }

    internal required BoxedDataValue[] Values { get; init; }

    internal required BoxedVariant[] Arrays { get; init; }
}

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain shape of a data value: an object that references its variant.</summary>
internal sealed class BoxedDataValue
{
    internal required BoxedVariant Value { get; init; }

    internal required uint Status { get; init; }

    internal required DateTime SourceTime { get; init; }

    internal required DateTime ServerTime { get; init; }
}

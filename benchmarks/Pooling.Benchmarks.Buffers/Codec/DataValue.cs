namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>A variant with its status and its times, as a struct.</summary>
internal readonly struct DataValue(in Variant value, uint status, DateTime sourceTime, DateTime serverTime)
{
    private readonly Variant _value = value;

    internal Variant Value => _value;

    internal uint Status { get; } = status;

    internal DateTime SourceTime { get; } = sourceTime;

    internal DateTime ServerTime { get; } = serverTime;
}

namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet without content, as a struct.</summary>
public readonly struct EmptyValuePacket
{
    internal int Handled => 1;
}

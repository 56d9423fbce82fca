namespace Pooling.Benchmarks.Dispatch;

/// <summary>A packet without content, as a class.</summary>
public sealed class EmptyPacket
{
    internal int Handled => 1;
}

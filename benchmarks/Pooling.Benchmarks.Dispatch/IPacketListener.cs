namespace Pooling.Benchmarks.Dispatch;

/// <summary>Takes packets with a context that is boxed for each of them.</summary>
public interface IPacketListener
{
    void OnPacket(object context, CancellationToken cancellationToken);
}

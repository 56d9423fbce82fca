using Pooling.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>Makes brokers whose clocks end nothing on a busy machine, except those that a test sets.</summary>
internal static class TestBroker
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    public static MqttBroker Create(
        bool isPooled = true, BufferWriterPool? pool = null, int maxUnsent = 256 * 1024, TimeSpan? connectTime = null,
        TimeSpan? packetTime = null, TimeSpan? slowTime = null, int maxConnections = 10_000,
        int maxConnectionsPerAddress = 1_000)
    {
        TimeSpan connect = connectTime ?? s_patience, packet = packetTime ?? s_patience, slow = slowTime ?? s_patience;
        return isPooled
            ? new PooledBroker(pool)
            {
                MaxUnsent = maxUnsent,
                ConnectTime = connect,
                PacketTime = packet,
                SlowTime = slow,
                MaxConnections = maxConnections,
                MaxConnectionsPerAddress = maxConnectionsPerAddress,
            }
            : new PlainBroker
            {
                MaxUnsent = maxUnsent,
                ConnectTime = connect,
                PacketTime = packet,
                SlowTime = slow,
                MaxConnections = maxConnections,
                MaxConnectionsPerAddress = maxConnectionsPerAddress,
            };
    }
}

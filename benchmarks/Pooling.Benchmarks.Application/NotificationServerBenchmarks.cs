using Microsoft.Extensions.Logging;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Encodeables;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures the work of a server for 1,000 changes: it takes their values, creates a publish response, and encodes it into the
/// buffer of the connection. An operation is one notification.</summary>
/// <remarks>There are no sockets, because they cost all contenders the same.</remarks>
public class NotificationServerBenchmarks
{
    private const int Notifications = 1_000;

    private static readonly Lazy<ILoggerFactory> s_factory = new(static () => LoggerFactory.Create(static _ => { }));
    private static readonly DateTime s_time = new(2026, 11, 21, 8, 0, 0, DateTimeKind.Utc);

    private readonly double[] _changes = [.. Enumerable.Range(0, Notifications).Select(static i => i / 8.0)];
    private readonly PooledArrayBufferWriter<byte> _connection = new(initialCapacity: 64 * 1024);
    private readonly byte[] _chunks = new byte[64 * 1024];

    [Benchmark(Baseline = true, OperationsPerInvoke = Notifications), Row("OPCREP-application-server", Role.Before)]
    public ReadOnlyMemory<byte> FactoryPerMessage()
    {
        using ILoggerFactory factory = LoggerFactory.Create(static _ => { });
        return EncodeObjects(factory);
    }

    [Benchmark(OperationsPerInvoke = Notifications), Row("OPCREP-application-server", Role.Published)]
    public ReadOnlyMemory<byte> OneFactory() => EncodeObjects(s_factory.Value);

    [Benchmark(OperationsPerInvoke = Notifications), Row("OPCREP-application-server", Role.Ours)]
    public ReadOnlyMemory<byte> PooledMessage()
    {
        using PooledRef<NotificationMessage> message = NotificationMessage.Pool.Rent();
        using PooledRef<PublishResponse> response = PublishResponse.Pool.Rent();
        DataChangeNotification changes = message.Value.DataChanges.Add();
        for (int i = 0; i < _changes.Length; i++)
        {
            MonitoredItemNotification item = changes.MonitoredItems.Add();
            item.ClientHandle = (uint)i;
            item.Value = new DataValue(_changes[i], StatusCode.Good, s_time, s_time);
        }

        (message.Value.SequenceNumber, message.Value.PublishTime) = (7, s_time);
        PublishResponse publish = response.Value;
        (publish.Header.Timestamp, publish.Header.RequestHandle) = (s_time, 5);
        (publish.SubscriptionId, publish.NotificationMessage) = (3, message.Value);
        _connection.ResetWrittenCount();
        new BinaryEncoder(_connection).WriteMessage(publish);
        publish.NotificationMessage = null;
        return _connection.WrittenMemory;
    }

    private ReadOnlyMemory<byte> EncodeObjects(ILoggerFactory factory)
    {
        if (factory.CreateLogger<NotificationServerBenchmarks>().IsEnabled(LogLevel.Trace))
            throw new InvalidOperationException("Nothing may be logged.");

        var items = new List<ObjectNotification>();
        for (int i = 0; i < _changes.Length; i++)
        {
            var value = new ObjectDataValue { Value = _changes[i], SourceTimestamp = s_time, ServerTimestamp = s_time };
            items.Add(new ObjectNotification { ClientHandle = (uint)i, Value = value });
        }

        byte[] message = ObjectPublishResponse.Encode(items, s_time);
        message.CopyTo(_chunks, 0);
        return _chunks.AsMemory(0, message.Length);
    }
}

using System.Diagnostics.Tracing;
using OpcUa.Client.After;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using Pooling.Buffers;

namespace Pooling.OpcUa.Client;

[Trait("Category", "Allocation")]
public sealed class NotificationEventsTests : INotificationHandler, ISubscription
{
    private readonly PooledNotifications _path;
    private readonly byte[] _message = Encode(sequenceNumber: 7, values: 3);

    public NotificationEventsTests() => _path = new PooledNotifications(this);

    uint ISubscription.Id => 3;

    ItemTable ISubscription.Items { get; } = new();

    void ISubscription.CountNotifications(int count)
    {
    }

    void INotificationHandler.OnDataChange(in DataChange change)
    {
    }

    [Fact]
    public void Deliver_NobodyListens_AllocatesNothing() => AllocationAssert.Zero(() => _path.Deliver(_message, this));

    [Fact]
    public void Deliver_SomebodyListensToSomethingElse_AllocatesNothing()
    {
        using var listener = new Listener();
        listener.EnableEvents(NotificationEvents.Log, EventLevel.Informational);

        AllocationAssert.Zero(() => _path.Deliver(_message, this));
        Assert.Empty(listener.Events);
    }

    [Fact]
    public void Deliver_SomebodyListens_AllocatesLessThanWriteEvent()
    {
        using var plain = new PlainEvents();
        using var listener = new Listener { Keeps = false };
        listener.EnableEvents(NotificationEvents.Log, EventLevel.Verbose);
        listener.EnableEvents(plain, EventLevel.Verbose);
        long ours = AllocationAssert.Measure(() => _path.Deliver(_message, this)) / AllocationAssert.DefaultCalls; // the listener's objects
        long theirs = AllocationAssert.Measure(() => plain.MessageReceived(3, 7, 3, 1)) / AllocationAssert.DefaultCalls;

        Assert.InRange(ours, 1, 600);
        Assert.True(ours < theirs, $"{ours} B against {theirs} B");
        Assert.True(listener.Count >= 2 * AllocationAssert.DefaultCalls);
    }

    [Fact]
    public void Deliver_SomebodyListens_GetsTheMessage()
    {
        using var listener = new Listener();
        listener.EnableEvents(NotificationEvents.Log, EventLevel.Verbose);
        _path.Deliver(_message, this);
        _path.Deliver(Encode(sequenceNumber: 8, values: 0), this);

        EventWrittenEventArgs[] told = [.. listener.Events.Where(static one => one.EventName == "MessageReceived")];
        Assert.Equal([[3u, 7u, 3], [3u, 8u, 0]], told.Select(static one => one.Payload!.Take(3).ToArray()));
        Assert.Equal(["subscriptionId", "sequenceNumber", "notifications", "age"], told[0].PayloadNames!);
        Assert.InRange((long)told[0].Payload![3]!, TimeSpan.TicksPerSecond / 2, TimeSpan.TicksPerHour);
    }

    private static byte[] Encode(uint sequenceNumber, int values)
    {
        var message = new NotificationMessage { SequenceNumber = sequenceNumber, PublishTime = DateTime.UtcNow.AddSeconds(-1) };
        for (int i = 0; i < values; i++)
        {
            DataChangeNotification change = message.DataChanges.Count == 0 ? message.DataChanges.Add() : message.DataChanges[0];
            change.MonitoredItems.Add().Value = new DataValue(1.0);
        }

        using var writer = new PooledArrayBufferWriter<byte>();
        message.Encode(new BinaryEncoder(writer));
        return writer.WrittenSpan.ToArray();
    }

    /// <summary>The same event in the common form.</summary>
    [EventSource(Name = "Pooling-Tests-OpcUa")]
    private sealed class PlainEvents : EventSource
    {
        [Event(1, Level = EventLevel.Verbose)]
        public void MessageReceived(uint subscriptionId, uint sequenceNumber, int notifications, long age) =>
            WriteEvent(1, subscriptionId, sequenceNumber, notifications, age);
    }

    private sealed class Listener : EventListener
    {
        public bool Keeps { get; init; } = true;

        public int Count { get; private set; }

        public List<EventWrittenEventArgs> Events { get; } = [];

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventSource.Name is not ("Pooling-Samples-OpcUa" or "Pooling-Tests-OpcUa"))
                return;

            Count++;
            if (Keeps)
                Events.Add(eventData);
        }
    }
}

using System.Diagnostics.Tracing;

namespace OpcUa.Client.After;

/// <summary>The event source that reports each message to tools such as dotnet-trace, by the name <c>Pooling-Samples-OpcUa</c>.</summary>
/// <remarks>
/// <para>Thread safety: any thread may write.</para>
/// <para>Allocation: none. The overloads of <see cref="EventSource"/> for other argument lists create an array and box each argument; here
/// the arguments are laid out on the stack. However, an <see cref="EventListener"/> in the same process receives objects.</para>
/// </remarks>
[EventSource(Name = "Pooling-Samples-OpcUa")]
public sealed class NotificationEvents : EventSource
{
    private const int MessageReceivedId = 1;

    private NotificationEvents()
    {
    }

    /// <summary>Gets the instance that all clients of the process use.</summary>
    public static NotificationEvents Log { get; } = new();

    /// <summary>Returns whether any listener is enabled.</summary>
    [NonEvent]
    public bool IsOn() => IsEnabled(EventLevel.Verbose, EventKeywords.None);

    /// <summary>Reports a message. Check <see cref="IsOn"/> first.</summary>
    /// <param name="subscriptionId">The subscription of the message.</param>
    /// <param name="sequenceNumber">The number of the message in the subscription.</param>
    /// <param name="notifications">The number of values and events in it.</param>
    /// <param name="age">The time since the server sent it, in units of 100 ns.</param>
    [Event(MessageReceivedId, Level = EventLevel.Verbose)]
    public void MessageReceived(uint subscriptionId, uint sequenceNumber, int notifications, long age)
    {
        if (IsOn())
            Write(subscriptionId, sequenceNumber, notifications, age);
    }

    [NonEvent]
    private unsafe void Write(uint subscriptionId, uint sequenceNumber, int notifications, long age)
    {
        EventData* data = stackalloc EventData[4];
        data[0] = new EventData { DataPointer = (nint)(&subscriptionId), Size = sizeof(uint) };
        data[1] = new EventData { DataPointer = (nint)(&sequenceNumber), Size = sizeof(uint) };
        data[2] = new EventData { DataPointer = (nint)(&notifications), Size = sizeof(int) };
        data[3] = new EventData { DataPointer = (nint)(&age), Size = sizeof(long) };
        WriteEventCore(MessageReceivedId, 4, data);
    }
}

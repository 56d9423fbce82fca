using System.Diagnostics.Tracing;

namespace OpcUa.App.Measuring;

/// <summary>What tools such as dotnet-trace are told of each message, by the name <c>Pooling-Samples-OpcUa</c>.</summary>
/// <remarks>
/// <para>Thread safety: any thread writes.</para>
/// <para>Allocation: none. The overloads of <see cref="EventSource"/> for other numbers of arguments than theirs make an array and box each
/// of them; here they are laid out on the stack.</para>
/// </remarks>
[EventSource(Name = "Pooling-Samples-OpcUa")]
internal sealed class NotificationEvents : EventSource
{
    private const int MessageReceivedId = 1;

    private NotificationEvents()
    {
    }

    public static NotificationEvents Log { get; } = new();

    /// <summary>Tells of a message, if anybody listens.</summary>
    /// <param name="subscriptionId">Its subscription.</param>
    /// <param name="sequenceNumber">Its number in the subscription.</param>
    /// <param name="notifications">How many values it had.</param>
    /// <param name="latencyTicks">From the time of its oldest value to now, in units of 100 ns.</param>
    [Event(MessageReceivedId, Level = EventLevel.Verbose)]
    public unsafe void MessageReceived(uint subscriptionId, uint sequenceNumber, int notifications, long latencyTicks)
    {
        if (!IsEnabled(EventLevel.Verbose, EventKeywords.None))
            return;

        EventData* data = stackalloc EventData[4];
        data[0] = new EventData { DataPointer = (nint)(&subscriptionId), Size = sizeof(uint) };
        data[1] = new EventData { DataPointer = (nint)(&sequenceNumber), Size = sizeof(uint) };
        data[2] = new EventData { DataPointer = (nint)(&notifications), Size = sizeof(int) };
        data[3] = new EventData { DataPointer = (nint)(&latencyTicks), Size = sizeof(long) };
        WriteEventCore(MessageReceivedId, 4, data);
    }
}

using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services.Subscriptions;
using OpcUa.Protocol.Transport;
using Pooling.Encodeables;

namespace Pooling.OpcUa.Canaries;

/// <summary>Another user of the pools, which leaves its bytes in all idle objects.</summary>
internal static class Tenant
{
    private const int OfEach = 4;
    private const int ShortArray = 1024; // bytes
    private const int MaxArrayLength = 4096; // elements
    private static readonly int[] s_blocks = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144];

    /// <summary>Leaves a canary in idle arrays and messages, starting with those of this thread.</summary>
    public static void Leave(byte canary)
    {
        using PooledScope scope = PooledScope.Begin();
        LeaveNumbers<bool>(scope, canary);
        LeaveNumbers<sbyte>(scope, canary);
        LeaveNumbers<byte>(scope, canary);
        LeaveNumbers<short>(scope, canary);
        LeaveNumbers<ushort>(scope, canary);
        LeaveNumbers<int>(scope, canary);
        LeaveNumbers<uint>(scope, canary);
        LeaveNumbers<long>(scope, canary);
        LeaveNumbers<ulong>(scope, canary);
        LeaveNumbers<float>(scope, canary);
        LeaveNumbers<double>(scope, canary);
        LeaveNumbers<DateTime>(scope, canary);
        LeaveNumbers<Guid>(scope, canary);
        LeaveNumbers<StatusCode>(scope, canary);
        string text = TextOf(canary);
        LeaveObjects<string?>(scope, text);
        LeaveObjects<byte[]?>(scope, [canary, canary]);
        LeaveObjects(scope, new XmlElement(text));
        LeaveObjects(scope, new NodeId(text));
        LeaveObjects(scope, new ExpandedNodeId(new NodeId(text), text));
        LeaveObjects(scope, new QualifiedName(canary, text));
        LeaveObjects(scope, new LocalizedText(text, text));
        LeaveObjects(scope, new ExtensionObject(new NodeId(text), [canary]));
        LeaveObjects<Variant>(scope, text);
        LeaveObjects(scope, new DataValue(text));
        LeaveObjects<DiagnosticInfo?>(scope, new DiagnosticInfo { AdditionalInfo = text });
        for (int i = 0; i < OfEach; i++)
        {
            LeaveMessage(scope, canary);
            LeaveResponse(canary);
            LeaveRequest(canary);
        }
    }

    /// <summary>Leaves a canary in idle memory of connections.</summary>
    public static void Leave(byte canary, TransportMemory memory)
    {
        foreach (int size in s_blocks)
        {
            IMemoryOwner<byte>[] blocks = [.. Enumerable.Range(0, OfEach).Select(_ => memory.Rent(size))];
            foreach (IMemoryOwner<byte> block in blocks)
            {
                block.Memory.Span.Fill(canary);
                block.Dispose();
            }
        }
    }

    private static string TextOf(byte canary) => $"canary {canary}";

    // A short array stays with its owner for the next rental; longer ones are in the array pool by length.
    private static void LeaveNumbers<T>(PooledScope scope, byte canary) where T : unmanaged
    {
        for (int i = 0; i < OfEach; i++)
            MemoryMarshal.AsBytes(scope.RentArray<T>(ShortArray / Unsafe.SizeOf<T>()).Span).Fill(canary);

        for (int length = 16; length <= MaxArrayLength; length *= 2)
        {
            T[] array = ArrayPool<T>.Shared.Rent(length);
            MemoryMarshal.AsBytes(array.AsSpan()).Fill(canary);
            ArrayPool<T>.Shared.Return(array);
        }
    }

    private static void LeaveObjects<T>(PooledScope scope, T canary)
    {
        for (int i = 0; i < OfEach; i++)
            scope.RentArray<T>(ShortArray / 16).Span.Fill(canary);
    }

    private static void LeaveMessage(PooledScope scope, byte canary)
    {
        NotificationMessage message = scope.Rent(NotificationMessage.Pool);
        message.SequenceNumber = canary;
        message.PublishTime = new DateTime(2000 + canary, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        message.StatusChange = new StatusCode(canary);
        message.UnknownCount = canary;
        for (int i = 0; i < 2; i++)
        {
            DataChangeNotification change = message.DataChanges.Add();
            for (int j = 0; j < 20; j++)
            {
                MonitoredItemNotification item = change.MonitoredItems.Add();
                item.ClientHandle = canary;
                item.Value = new DataValue(TextOf(canary), new StatusCode(canary), DateTime.MaxValue, DateTime.MaxValue, canary, canary);
            }

            EventNotificationList events = message.Events.Add();
            for (int j = 0; j < 5; j++)
            {
                EventFieldList fields = events.Events.Add();
                fields.ClientHandle = canary;
                fields.Fields = scope.RentArray<Variant>(3);
                fields.Fields.Span.Fill(TextOf(canary));
            }
        }
    }

    private static void LeaveResponse(byte canary)
    {
        PublishResponse response = PublishResponse.Pool.RentUnchecked();
        response.Header.RequestHandle = canary;
        response.Header.StringTable = [TextOf(canary)];
        response.Header.ServiceDiagnostics = new DiagnosticInfo { AdditionalInfo = TextOf(canary) };
        response.SubscriptionId = canary;
        response.MoreNotifications = true;
        response.AvailableSequenceNumbers.AddRange(Enumerable.Repeat((uint)canary, 50));
        response.Results.AddRange(Enumerable.Repeat(new StatusCode(canary), 50));
        PublishResponse.Pool.TryReturn(response);
    }

    private static void LeaveRequest(byte canary)
    {
        PublishRequest request = PublishRequest.Pool.RentUnchecked();
        request.Header.AuthenticationToken = new NodeId(TextOf(canary));
        request.Header.AuditEntryId = TextOf(canary);
        request.Acknowledgements.AddRange(Enumerable.Repeat(new SubscriptionAcknowledgement(canary, canary), 50));
        PublishRequest.Pool.TryReturn(request);
    }
}

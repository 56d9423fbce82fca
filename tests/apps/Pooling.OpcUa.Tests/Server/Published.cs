using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Encodeables;

namespace Pooling.OpcUa.Server;

/// <summary>The result of a publish request.</summary>
internal sealed record Published(
    StatusCode Fault, uint SubscriptionId, uint SequenceNumber, bool IsMore, uint[] Available, StatusCode[] Results,
    (uint Handle, double Value, StatusCode Status)[] Values)
{
    public SubscriptionAcknowledgement Acknowledgement => new(SubscriptionId, SequenceNumber);

    public static Published Decode(byte[] body)
    {
        using PooledScope scope = PooledScope.Begin();
        var decoder = new BinaryDecoder(body, scope);
        if (decoder.ReadNodeId() == new NodeId(ServiceFault.Id))
        {
            var fault = new ServiceFault();
            fault.Decode(ref decoder);
            return new Published(fault.Header.ServiceResult, 0, 0, false, [], [], []);
        }

        var response = new PublishResponse();
        response.Decode(ref decoder);
        NotificationMessage message = response.NotificationMessage!;
        return new Published(
            response.Header.ServiceResult, response.SubscriptionId, message.SequenceNumber, response.MoreNotifications,
            [.. response.AvailableSequenceNumbers], [.. response.Results],
            [.. message.DataChanges.SelectMany(change => change.MonitoredItems)
                .Select(item => (item.ClientHandle, item.Value.Value.Get<double>(), item.Value.StatusCode))]);
    }
}

using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Subscriptions;
using Pooling.Buffers;
using Pooling.OpcUa.Server;

namespace Pooling.OpcUa.BadInput;

/// <summary>Requests that no client sends, and some valid ones.</summary>
internal static class BadRequests
{
    private const int Huge = int.MaxValue;

    public static byte[] Make(string what, NodeId token, uint subscription)
    {
        using var body = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(body);
        var header = new RequestHeader { AuthenticationToken = token, RequestHandle = 5 };
        void Begin(uint service)
        {
            encoder.WriteNodeId(new NodeId(service));
            header.Encode(encoder);
        }

        switch (what)
        {
            case "an id of a text":
                encoder.WriteNodeId(new NodeId("text"));
                header.Encode(encoder);
                break;
            case "an unknown service":
                Begin(422);
                break;
            case "half a header":
                encoder.WriteNodeId(new NodeId(ReadRequest.Id));
                encoder.WriteInt32(0);
                break;
            case "2^31-1 nodes" or "-5 nodes":
                Begin(ReadRequest.Id);
                encoder.WriteDouble(0);
                encoder.WriteInt32(2);
                encoder.WriteInt32(what[0] == '2' ? Huge : -5);
                break;
            case "a text of 2^31-1 bytes":
                Begin(ReadRequest.Id);
                encoder.WriteDouble(0);
                encoder.WriteInt32(2);
                encoder.WriteInt32(1);
                encoder.WriteByte(3);
                encoder.WriteUInt16(2);
                encoder.WriteInt32(Huge);
                break;
            case "variants in variants without end":
                BeginWrite();
                for (int i = 0; i < 5000; i++)
                {
                    encoder.WriteByte(0x98); // an array of one variant
                    encoder.WriteInt32(1);
                }

                break;
            case "diagnostics without end":
                BeginWrite();
                encoder.WriteByte(25);
                for (int i = 0; i < 20_000; i++)
                    encoder.WriteByte(0x40); // with one inside

                break;
            case "an array of 2^31-1 arrays":
                BeginWrite();
                encoder.WriteByte(0x98);
                encoder.WriteInt32(Huge);
                break;
            case "a filter of an unknown type":
                MonitoredItemCreateRequest item = ServerClient.Item(1);
                return RawPeer.Encode(With(new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    ItemsToCreate =
                    [
                        item with
                        {
                            RequestedParameters = item.RequestedParameters with
                            {
                                Filter = new ExtensionObject(new NodeId(9999, 5), [1, 2, 3]),
                            },
                        },
                    ],
                }, token));
            case "read":
                return RawPeer.Encode(With(new ReadRequest { NodesToRead = [new ReadValueId(ServerClient.Variable(1))] }, token));
            case "write":
                return RawPeer.Encode(With(new WriteRequest
                {
                    NodesToWrite = [new WriteValue(ServerClient.Variable(1), AttributeIds.Value, null, new DataValue(1.0))],
                }, token));
            case "publish":
                var publish = new PublishRequest();
                publish.Acknowledgements.Add(new SubscriptionAcknowledgement(subscription, 1));
                return RawPeer.Encode(With(publish, token));
        }

        return body.WrittenSpan.ToArray();

        void BeginWrite()
        {
            Begin(WriteRequest.Id);
            encoder.WriteInt32(1);
            encoder.WriteNodeId(ServerClient.Variable(1));
            encoder.WriteUInt32(AttributeIds.Value);
            encoder.WriteString(null);
            encoder.WriteByte(1); // a value
        }
    }

    private static T With<T>(T request, NodeId token) where T : IServiceRequest
    {
        request.Header.AuthenticationToken = token;
        request.Header.RequestHandle = 5;
        return request;
    }
}

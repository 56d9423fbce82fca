using OpcUa.Client;
using OpcUa.Client.Browsing;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Views;

namespace Pooling.Benchmarks.Application;

/// <summary>Receives references in objects, as stacks had before they used structs. Ids, names and texts are separate objects.</summary>
internal sealed class ObjectReferences(UaClient client, Action<ObjectReference> found) : IBrowsePath
{
    public int MaxNodes => client.Limits.NodesPerBrowse;

    public async ValueTask BrowseAsync(BrowseBatch request, IBrowseResults results, CancellationToken cancellation)
    {
        var own = new BrowseRequest
        {
            RequestedMaxReferencesPerNode = request.ReferencesPerNode,
            NodesToBrowse = [.. request.Nodes.Select(node => request.Description with { NodeId = node })],
        };
        Take((await client.CallAsync<BrowseAnswer>(own, cancellation).ConfigureAwait(false)).Results, results);
    }

    public async ValueTask BrowseNextAsync(BrowseNextRequest request, IBrowseResults results, CancellationToken cancellation) =>
        Take((await client.CallAsync<BrowseNextAnswer>(request, cancellation).ConfigureAwait(false)).Results, results);

    private void Take(List<ObjectBrowseResult> answer, IBrowseResults results)
    {
        for (int i = 0; i < answer.Count; i++)
        {
            results.OnResult(i, answer[i].Status, answer[i].Place);
            foreach (ObjectReference reference in answer[i].References)
            {
                found(reference);
                results.OnReference(i, new ExpandedNodeId(reference.Node.Id));
            }
        }
    }

    private static List<ObjectBrowseResult> Read(ref BinaryDecoder decoder)
    {
        int count = decoder.ReadArrayLength(minBytes: 12);
        var results = new List<ObjectBrowseResult>(count);
        for (int i = 0; i < count; i++)
        {
            StatusCode status = decoder.ReadStatusCode();
            byte[]? place = decoder.ReadByteString();
            int length = Math.Max(0, decoder.ReadArrayLength(minBytes: 18));
            var references = new List<ObjectReference>(length);
            for (int j = 0; j < length; j++)
                references.Add(ReadReference(ref decoder));

            results.Add(new ObjectBrowseResult(status, place, references));
        }

        decoder.SkipDiagnosticInfos();
        return results;
    }

    private static ObjectReference ReadReference(ref BinaryDecoder decoder) => new(
        new ObjectNodeId(decoder.ReadNodeId()),
        decoder.ReadBoolean(),
        new ObjectNodeId(decoder.ReadExpandedNodeId().NodeId),
        new ObjectName(decoder.ReadUInt16(), decoder.ReadString()),
        ReadText(ref decoder),
        decoder.ReadUInt32(),
        new ObjectNodeId(decoder.ReadExpandedNodeId().NodeId));

    private static ObjectText ReadText(ref BinaryDecoder decoder)
    {
        LocalizedText text = decoder.ReadLocalizedText();
        return new ObjectText(text.Locale, text.Text);
    }

    private sealed class BrowseAnswer : IServiceResponse
    {
        public uint EncodingId => BrowseResponse.Id;

        public ResponseHeader Header { get; } = new();

        internal List<ObjectBrowseResult> Results { get; private set; } = [];

        public void Encode(BinaryEncoder encoder) => throw new NotSupportedException();

        public void Decode(ref BinaryDecoder decoder)
        {
            Header.Decode(ref decoder);
            Results = Read(ref decoder);
        }
    }

    private sealed class BrowseNextAnswer : IServiceResponse
    {
        public uint EncodingId => BrowseNextResponse.Id;

        public ResponseHeader Header { get; } = new();

        internal List<ObjectBrowseResult> Results { get; private set; } = [];

        public void Encode(BinaryEncoder encoder) => throw new NotSupportedException();

        public void Decode(ref BinaryDecoder decoder)
        {
            Header.Decode(ref decoder);
            Results = Read(ref decoder);
        }
    }

    internal sealed record ObjectBrowseResult(StatusCode Status, byte[]? Place, List<ObjectReference> References);
}

internal sealed record ObjectReference(
    ObjectNodeId Type, bool IsForward, ObjectNodeId Node, ObjectName Name, ObjectText Text, uint NodeClass, ObjectNodeId TypeDefinition);

internal sealed record ObjectNodeId(NodeId Id);

internal sealed record ObjectName(ushort Namespace, string? Name);

internal sealed record ObjectText(string? Locale, string? Text);

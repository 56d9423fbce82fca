using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Server.Nodes;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>Reading and writing.</content>
internal sealed partial class ServerConnection
{
    private ReadValues Read(ReadRequest request)
    {
        CheckSession(request.Header);
        CheckOperations(request.NodesToRead.Length, request.Header);
        CheckTimestamps(request.TimestampsToReturn, request.Header);
        if (!(request.MaxAge >= 0))
            throw new ServiceException(StatusCodes.BadMaxAgeInvalid, request.Header);

        return Answer(new ReadValues(_context.Space, request), request.Header.RequestHandle);
    }

    private WriteResponse Write(WriteRequest request)
    {
        CheckSession(request.Header);
        CheckOperations(request.NodesToWrite.Length, request.Header);
        var results = new StatusCode[request.NodesToWrite.Length];
        for (int i = 0; i < results.Length; i++)
            results[i] = Write(in request.NodesToWrite[i]);

        return Answer(new WriteResponse { Results = results }, request.Header.RequestHandle);
    }

    private StatusCode Write(in WriteValue wanted)
    {
        AddressSpace space = _context.Space;
        if (space.Find(wanted.NodeId) is not { } node)
            return StatusCodes.BadNodeIdUnknown;

        if (wanted.AttributeId != AttributeIds.Value || node.Source is null || !node.IsWritable)
            return StatusCodes.BadNotWritable;

        if (wanted.IndexRange is not null)
            return StatusCodes.BadIndexRangeInvalid;

        lock (space.Lock)
            return node.Source.Write(wanted.Value);
    }

    private void CheckSession(Protocol.Services.RequestHeader header)
    {
        Session session = FindSession(header);
        lock (session.Gate)
            Check(session, header);
    }
}

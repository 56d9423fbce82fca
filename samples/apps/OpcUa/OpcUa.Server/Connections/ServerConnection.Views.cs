using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services.Views;
using OpcUa.Server.Nodes;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>Browsing.</content>
internal sealed partial class ServerConnection
{
    private BrowseResponse Browse(BrowseRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.NodesToBrowse.Length, request.Header);
        uint wanted = request.RequestedMaxReferencesPerNode;
        int most = wanted == 0 ? _context.Limits.References : (int)Math.Min(wanted, (uint)_context.Limits.References);
        var results = new BrowseResult[request.NodesToBrowse.Length];
        int left = _context.Limits.Operations; // of references, in the whole response
        lock (session.Gate)
        {
            Check(session, request.Header);
            session.Continuations.Begin();
            for (int i = 0; i < results.Length; i++)
            {
                BrowseDescription description = request.NodesToBrowse[i];
                if (_context.Space.Find(description.NodeId) is not { } node)
                    results[i] = new BrowseResult(StatusCodes.BadNodeIdUnknown);
                else if (!Enum.IsDefined(description.BrowseDirection))
                    results[i] = new BrowseResult(StatusCodes.BadBrowseDirectionInvalid);
                else
                    results[i] = Browse(session, new BrowsePlace(node, description, 0, most), ref left);
            }
        }

        return Answer(new BrowseResponse { Results = results }, request.Header.RequestHandle);
    }

    private BrowseNextResponse BrowseNext(BrowseNextRequest request)
    {
        Session session = FindSession(request.Header);
        CheckOperations(request.ContinuationPoints.Length, request.Header);
        var results = new BrowseResult[request.ContinuationPoints.Length];
        int left = _context.Limits.Operations;
        lock (session.Gate)
        {
            Check(session, request.Header);
            session.Continuations.Begin();
            for (int i = 0; i < results.Length; i++)
            {
                if (session.Continuations.Take(request.ContinuationPoints[i]) is not { } place)
                    results[i] = new BrowseResult(StatusCodes.BadContinuationPointInvalid);
                else if (request.ReleaseContinuationPoints)
                    results[i] = new BrowseResult(StatusCode.Good);
                else
                    results[i] = Browse(session, place, ref left);
            }
        }

        return Answer(new BrowseNextResponse { Results = results }, request.Header.RequestHandle);
    }

    private static BrowseResult Browse(Session session, BrowsePlace place, ref int left)
    {
        List<ReferenceDescription> found = [];
        int next = NodeReferences.Find(place, Math.Min(place.Most, left), found);
        left -= found.Count;
        if (next < 0)
            return new BrowseResult(StatusCode.Good, null, [.. found]);

        byte[]? name = session.Continuations.TryAdd(place with { Next = next });
        return name is null ? new BrowseResult(StatusCodes.BadNoContinuationPoints) : new BrowseResult(StatusCode.Good, name, [.. found]);
    }
}

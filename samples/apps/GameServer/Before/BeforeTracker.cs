using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The entities that a player sees, with new sets and lists for each call.</summary>
/// <remarks>Published as the baseline of AVALON-entities.</remarks>
internal sealed class BeforeTracker : ISeen
{
    private HashSet<uint> _known = [];

    public IReadOnlyCollection<uint> Known => _known;

    public bool Sees(uint entity) => _known.Contains(entity);

    /// <summary>Replaces the set with the entities that are near now, and reports those that were added, removed and kept.</summary>
    public (List<uint> Added, List<uint> Removed, List<uint> Kept) Update(IEnumerable<uint> near)
    {
        var current = new HashSet<uint>(near);
        var added = new HashSet<uint>(current);
        added.ExceptWith(_known);
        var removed = new HashSet<uint>(_known);
        removed.ExceptWith(current);
        var addedList = new List<uint>(added);
        var removedList = new List<uint>(removed);
        var keptList = new List<uint>(current.Count);
        foreach (uint id in current)
        {
            if (!added.Contains(id))
                keptList.Add(id);
        }

        _known = current;
        return (addedList, removedList, keptList);
    }
}

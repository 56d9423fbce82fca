using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Determines whether a class of pooled objects can contain objects of itself, directly or through
/// others.</summary>
internal static class NestedCycle
{
    /// <summary>Searches for a cycle through a class.</summary>
    /// <returns>The member of the class where it starts, and its classes in order; <see langword="null"/> if there is
    /// no cycle.</returns>
    internal static (StoredMember Member, string Path)? Find(INamedTypeSymbol type)
    {
        foreach (StoredMember member in MembersOf(type))
        {
            List<string> path = [type.Name];
            if (FindPath(member, type, path, new HashSet<ISymbol>(SymbolEqualityComparer.Default)))
                return (member, string.Join(" -> ", path));
        }

        return null;
    }

    private static bool FindPath(
        StoredMember member, INamedTypeSymbol sought, List<string> path, HashSet<ISymbol> visited)
    {
        // Parts in a list can be of the class itself: clearing the list uses no stack.
        (NestedShape shape, ITypeSymbol? held) = NestedMember.Read(member);
        if (shape == NestedShape.List || held?.OriginalDefinition is not INamedTypeSymbol item
            || !EncodeableNames.IsEncodeable(item))
        {
            return false;
        }

        path.Add(item.Name);
        if (SymbolEqualityComparer.Default.Equals(item, sought.OriginalDefinition))
            return true;

        if (visited.Add(item))
        {
            foreach (StoredMember next in MembersOf(item))
            {
                if (FindPath(next, sought, path, visited))
                    return true;
            }
        }

        path.RemoveAt(path.Count - 1);
        return false;
    }

    private static IEnumerable<StoredMember> MembersOf(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type.OriginalDefinition;
            current is not null && EncodeableNames.FindAttribute(current) is not null;
            current = current.BaseType?.OriginalDefinition)
        {
            foreach (StoredMember member in StoredMember.Of(current))
            {
                if (!member.IsKept)
                    yield return member;
            }
        }
    }
}

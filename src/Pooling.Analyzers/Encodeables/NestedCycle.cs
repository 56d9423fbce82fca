using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Determines whether a class of pooled objects can contain objects of itself, directly or through
/// others.</summary>
internal static class NestedCycle
{
    // The classes that are known not to reach a cycle: each class is searched once, not once for each other one.
    private static readonly ConditionalWeakTable<Compilation, ConcurrentDictionary<ISymbol, bool>> s_acyclic = new();

    /// <summary>Searches for a cycle through a class.</summary>
    /// <returns>The member of the class where it starts, and its classes in order; <see langword="null"/> if there is
    /// no cycle.</returns>
    internal static (StoredMember Member, string Path)? Find(INamedTypeSymbol type, Compilation compilation)
    {
        ConcurrentDictionary<ISymbol, bool> acyclic = s_acyclic.GetValue(
            compilation, static _ => new(SymbolEqualityComparer.Default));
        List<string> path = [type.Name];
        return FindMember(type, new HashSet<ISymbol>(SymbolEqualityComparer.Default)) is { } member
            ? (member, string.Join(" -> ", path))
            : null;

        StoredMember? FindMember(INamedTypeSymbol current, HashSet<ISymbol> visited)
        {
            bool isAcyclic = true;
            foreach (StoredMember member in MembersOf(current))
            {
                // Parts in a list can be of the class itself: clearing the list uses no stack.
                (NestedShape shape, ITypeSymbol? held) = NestedMember.Read(member);
                if (shape == NestedShape.List || held?.OriginalDefinition is not INamedTypeSymbol item
                    || !EncodeableNames.IsEncodeable(item) || acyclic.ContainsKey(item))
                {
                    continue;
                }

                path.Add(item.Name);
                if (SymbolEqualityComparer.Default.Equals(item, type.OriginalDefinition)
                    || (visited.Add(item) && FindMember(item, visited) is not null))
                {
                    return member;
                }

                path.RemoveAt(path.Count - 1);
                isAcyclic &= acyclic.ContainsKey(item);
            }

            if (isAcyclic)
                acyclic.TryAdd(current.OriginalDefinition, true);

            return null;
        }
    }

    private static List<StoredMember> MembersOf(INamedTypeSymbol type)
    {
        List<StoredMember> members = [];
        for (INamedTypeSymbol? current = type.OriginalDefinition;
            current is not null && EncodeableNames.FindAttribute(current) is not null;
            current = current.BaseType?.OriginalDefinition)
        {
            members.AddRange(StoredMember.Of(current).Where(static member => !member.IsKept));
        }

        return members;
    }
}

using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>The page of each type, and the place of each member on it.</summary>
internal sealed class Addresses
{
    private readonly Dictionary<string, string> _pages = [];
    private readonly Dictionary<string, string> _anchors = [];
    private readonly Dictionary<string, string> _written = [];

    public Addresses(Library library)
    {
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase) { "index" };
        foreach (INamedTypeSymbol type in library.Types)
        {
            string name = NameOf(type);
            if (!names.Add(name))
                throw new InvalidOperationException($"Two types would have the page {name}.");

            _pages.Add(IdOf(type), name);
            HashSet<string> taken = [];
            foreach (IGrouping<string, ISymbol> overloads in Members.Of(type).GroupBy(AnchorOf))
            {
                int number = 0;
                foreach (ISymbol member in overloads)
                {
                    string anchor = number == 0 ? overloads.Key : $"{overloads.Key}-{number}";
                    if (!taken.Add(anchor))
                        throw new InvalidOperationException($"{name} would have two places {anchor}.");

                    _anchors.Add(IdOf(member), anchor);
                    number++;
                }
            }
        }
    }

    /// <summary>The written members, by id: "MagazinePool-T#get".</summary>
    public IReadOnlyDictionary<string, string> Written => _written;

    public string PageOf(INamedTypeSymbol type) => _pages[IdOf(type)];

    /// <summary>Returns the anchor of a member, and records that it is written.</summary>
    public string Write(ISymbol symbol)
    {
        string id = IdOf(symbol);
        if (symbol is INamedTypeSymbol)
        {
            _written.Add(id, _pages[id]);
            return "";
        }

        _written.Add(id, $"{_pages[IdOf(symbol.ContainingType)]}#{_anchors[id]}");
        return _anchors[id];
    }

    /// <summary>The link to a type or member, or null if it does not belong to the library.</summary>
    public string? LinkTo(ISymbol symbol)
    {
        ISymbol definition = symbol.OriginalDefinition;
        if (definition is INamedTypeSymbol type)
            return _pages.TryGetValue(IdOf(type), out string? page) ? $"./{page}.md" : null;

        return definition.ContainingType is { } holder && _pages.TryGetValue(IdOf(holder), out string? of)
            && _anchors.TryGetValue(IdOf(definition), out string? anchor)
            ? $"./{of}.md#{anchor}"
            : null;
    }

    private static string NameOf(INamedTypeSymbol type)
    {
        string own = string.Join('-', type.TypeParameters.Select(static parameter => parameter.Name).Prepend(type.Name));

        return type.ContainingType is { } outer ? NameOf(outer) + "-" + own : own;
    }

    private static string AnchorOf(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.Constructor } => "constructor",
        IPropertySymbol { IsIndexer: true } => "indexer",
        _ => member.Name.ToLowerInvariant().Replace('_', '-'), // that of an operator is op_Equality
    };

    private static string IdOf(ISymbol symbol) => symbol.OriginalDefinition.GetDocumentationCommentId()!;
}

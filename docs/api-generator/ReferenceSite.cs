using System.Text;
using System.Text.Json;
using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>The pages of the reference: one for each public type, an index, and the data that the site's menu and tests read.</summary>
internal sealed class ReferenceSite(Library library, SourceTree source)
{
    private readonly Addresses _addresses = new(library);

    /// <summary>The number of types and members with a place on a page.</summary>
    public int Places => _addresses.Written.Count;

    /// <summary>The pages by their file names.</summary>
    public IReadOnlyDictionary<string, string> Render()
    {
        var pages = new SortedDictionary<string, string>(StringComparer.Ordinal);
        var text = new DocumentationText(library, _addresses);
        foreach (INamedTypeSymbol type in library.Types)
            pages.Add(_addresses.PageOf(type) + ".md", new TypePage(type, library, source, _addresses, text).Render());

        pages.Add("index.md", Index(text));
        pages.Add("menu.json", JsonSerializer.Serialize(Menu()));
        pages.Add("places.json", JsonSerializer.Serialize(_addresses.Written));

        return pages;
    }

    /// <summary>The visible or documented members without a place on a page.</summary>
    public IReadOnlyList<string> MembersWithoutPlace()
    {
        IEnumerable<string> visible =
            from type in library.Types
            from symbol in Members.Of(type).Prepend(type)
            select symbol.GetDocumentationCommentId()!;

        // The compiler's own list also has what Members omits by mistake.
        IEnumerable<string> documented = library.DocumentedIds.Where(library.IsVisibleId);

        return [.. visible.Union(documented).Where(id => !_addresses.Written.ContainsKey(id)).Order(StringComparer.Ordinal)];
    }

    private string Index(DocumentationText text)
    {
        var page = new StringBuilder("""
            ---
            title: API reference
            outline: 2
            pageClass: index
            ---
            # API reference

            The public types of the packages Pooling, [Pooling.Extensions](../hosting.md) and
            [Pooling.Testing](../testing.md), as built for .NET 10.

            """);
        foreach (IGrouping<string, INamedTypeSymbol> space in BySpace())
        {
            page.Append($"\n## {space.Key}\n\n| type | |\n|---|---|\n");
            foreach (INamedTypeSymbol type in space)
                page.Append($"| {Markdown.Code(Signatures.Name(type), _addresses.LinkTo(type))} | {text.FirstSentence(type)} |\n");
        }

        return page.ToString();
    }

    private IEnumerable<IGrouping<string, INamedTypeSymbol>> BySpace() =>
        library.Types.GroupBy(static type => type.ContainingAssembly.Name is nameof(Pooling)
            ? type.ContainingNamespace.ToDisplayString()
            : type.ContainingAssembly.Name); // the other packages have a few types each

    private IEnumerable<object> Menu() =>
        from space in BySpace()
        select new
        {
            text = space.Key,
            collapsed = true,
            items = from type in space
                    select new { text = Markdown.Escape(Signatures.Name(type)), link = "/api/" + _addresses.PageOf(type) },
        };
}

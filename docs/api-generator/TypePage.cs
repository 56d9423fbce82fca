using System.Text;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>The page of one type with all of its members.</summary>
internal sealed class TypePage(INamedTypeSymbol type, Library library, SourceTree source, Addresses addresses, DocumentationText text)
{
    private static readonly (string Title, Func<ISymbol, bool> Belongs)[] s_sections =
    [
        ("Constructors", static member => member is IMethodSymbol { MethodKind: MethodKind.Constructor }),
        ("Fields", static member => member is IFieldSymbol),
        ("Properties", static member => member is IPropertySymbol),
        ("Methods", static member => member is IMethodSymbol { MethodKind: MethodKind.Ordinary }),
        ("Operators", static member => member is IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator or MethodKind.Conversion }),
        ("Events", static member => member is IEventSymbol),
    ];

    private readonly StringBuilder _page = new();

    public string Render()
    {
        addresses.Write(type);
        string name = Signatures.Name(type);
        _page.Append($"---\ntitle: \"{name}\"\noutline: [2, 3]\n---\n# {Markdown.Escape(name)} {Kind()}\n\n");
        _page.Append($"Namespace {Markdown.Code(type.ContainingNamespace.ToDisplayString())}{Guide()}{Source(type)}\n\n");
        _page.Append(Markdown.Block(Signatures.Declaration(type)));
        Describe(type);
        Overview();
        foreach ((string title, Func<ISymbol, bool> belongs) in s_sections)
            Section(title, [.. Members.Of(type).Where(belongs)]);

        Nested();
        Extensions();
        Inherited();

        return _page.ToString();
    }

    private string Kind() => type switch
    {
        { IsRecord: true } => "record",
        { TypeKind: TypeKind.Struct } => "struct",
        { TypeKind: TypeKind.Interface } => "interface",
        { TypeKind: TypeKind.Enum } => "enum",
        { TypeKind: TypeKind.Delegate } => "delegate",
        _ => "class",
    };

    // The page of a primitive has its name, and is also that of its builder, its options and what is nested in it.
    private string Guide()
    {
        string outermost = (type.ContainingType ?? type).Name;
        string? guide = new[] { outermost, outermost.Replace("Builder", ""), outermost.Replace("Options", "") }
            .FirstOrDefault(source.HasGuide);

        return guide is null ? "" : $" · [Guide: {guide}](../primitives/{guide}.md)";
    }

    private string Source(ISymbol symbol) =>
        source.Find(symbol) is { } place ? $" · [Source](../../{place.File}#L{place.Line})" : "";

    /// <summary>Writes a table with the name of each member, and what it does in one line.</summary>
    private void Overview()
    {
        ISymbol[] members = [.. Members.Of(type)];
        if (members.Length < 2 || type.TypeKind is TypeKind.Enum)
            return;

        _page.Append("\n## Members {#section-members}\n\n| member | |\n|---|---|\n");
        foreach ((string _, Func<ISymbol, bool> belongs) in s_sections)
        {
            foreach (IGrouping<string, ISymbol> overloads in members.Where(belongs).GroupBy(HeadingOf)
                .OrderBy(static group => group.Key, StringComparer.Ordinal))
            {
                string line = overloads.Select(text.FirstSentence).FirstOrDefault(static sentence => sentence.Length > 0)
                    ?? (overloads.First() is IMethodSymbol { MethodKind: MethodKind.Constructor } ? "Initializes a new instance." : "");
                int more = overloads.Count() - 1;
                _page.Append($"| {Markdown.Code(overloads.Key, addresses.LinkTo(overloads.First()))}"
                    + $"{(more > 0 ? $" ({more + 1} overloads)" : "")} | {line} |\n");
            }
        }
    }

    private void Section(string title, IReadOnlyList<ISymbol> members)
    {
        if (members is [])
            return;

        _page.Append($"\n## {(type.TypeKind is TypeKind.Enum ? "Values" : title)} {{#section-{title.ToLowerInvariant()}}}\n\n");
        IEnumerable<IGrouping<string, ISymbol>> groups = members.GroupBy(HeadingOf);
        if (type.TypeKind is not TypeKind.Enum)
            groups = groups.OrderBy(static group => group.Key, StringComparer.Ordinal);

        foreach (IGrouping<string, ISymbol> overloads in groups)
        {
            bool isFirst = true;
            foreach (ISymbol member in overloads)
            {
                string anchor = addresses.Write(member);
                _page.Append(isFirst
                    ? $"### {Markdown.Escape(overloads.Key)} {{#{anchor}}}\n\n"
                    : $"<a id=\"{anchor}\" class=\"overload\"></a>\n\n");
                _page.Append(Markdown.Block(Signatures.Declaration(member)));
                Describe(member);
                isFirst = false;
            }
        }
    }

    private static string HeadingOf(ISymbol member) => member switch
    {
        IMethodSymbol { MethodKind: MethodKind.Constructor } => member.ContainingType.Name,
        IPropertySymbol { IsIndexer: true } => "Indexer",
        IMethodSymbol { MethodKind: MethodKind.UserDefinedOperator or MethodKind.Conversion } => member.Name.Replace("op_", ""),
        _ => member.Name,
    };

    private void Describe(ISymbol symbol)
    {
        XElement? documentation = text.Of(symbol);
        if (Obsolete(symbol) is string advice)
            _page.Append($"\n::: warning Obsolete\n{Markdown.Escape(advice)}\n:::\n");

        if (documentation?.Element("summary") is { } summary)
            _page.Append('\n').Append(text.Paragraphs(summary));
        else if (symbol is IMethodSymbol { MethodKind: MethodKind.Constructor, Parameters: [] })
            _page.Append("\nInitializes a new instance.\n\n");

        if (documentation is null)
        {
            Place(symbol);
            return;
        }

        List("Type parameters", documentation.Elements("typeparam"), element => Named(element, Constraint(symbol, element)));
        List("Parameters", documentation.Elements("param"), element => Named(element, null));
        Text("Returns", documentation.Element("returns"));
        Text("Value", documentation.Element("value"));
        List("Throws", documentation.Elements("exception"), Thrown);
        if (documentation.Element("remarks") is { } remarks)
            _page.Append('\n').Append(text.Paragraphs(remarks));

        Place(symbol);
    }

    private void Place(ISymbol symbol)
    {
        if (symbol is not INamedTypeSymbol && Source(symbol) is { Length: > 0 } link)
            _page.Append($"{link[3..]}{{.source}}\n\n"); // without the dot before it
    }

    private void Text(string title, XElement? element)
    {
        if (element is not null)
            _page.Append($"**{title}:** {text.Inline(element)}\n\n");
    }

    private void List(string title, IEnumerable<XElement> elements, Func<XElement, string> line)
    {
        string lines = string.Concat(elements.Select(element => $"- {line(element)}\n"));
        if (lines.Length > 0)
            _page.Append($"**{title}**\n\n{lines}\n");
    }

    private string Named(XElement element, string? more) =>
        $"{Markdown.Code(element.Attribute("name")!.Value)}{more}: {text.Inline(element)}";

    private static string? Constraint(ISymbol symbol, XElement element)
    {
        IEnumerable<ITypeParameterSymbol> parameters = symbol switch
        {
            INamedTypeSymbol type => type.TypeParameters,
            IMethodSymbol method => method.TypeParameters,
            _ => [],
        };

        return parameters.FirstOrDefault(parameter => parameter.Name == element.Attribute("name")!.Value)?.Variance switch
        {
            VarianceKind.In => " (contravariant)",
            VarianceKind.Out => " (covariant)",
            _ => null,
        };
    }

    private string Thrown(XElement exception)
    {
        string id = exception.Attribute("cref")!.Value;
        ISymbol? symbol = library.Find(id);
        string name = symbol is null
            ? Markdown.Code(id.Split('.')[^1])
            : Markdown.Code(DocumentationText.NameOf(symbol), addresses.LinkTo(symbol));

        return $"{name}: {text.Inline(exception)}";
    }

    private static string? Obsolete(ISymbol symbol) => symbol.GetAttributes()
        .Where(static attribute => attribute.AttributeClass?.Name is "ObsoleteAttribute" && !Signatures.IsOfRefStructs(attribute))
        .Select(static attribute => attribute.ConstructorArguments is [{ Value: string advice }, ..] ? advice : "Avoid it in new code.")
        .FirstOrDefault();

    private void Nested()
    {
        INamedTypeSymbol[] nested = [.. type.GetTypeMembers().Where(Library.IsVisible)];
        if (nested is [])
            return;

        _page.Append("\n## Nested types {#section-nested}\n\n");
        foreach (INamedTypeSymbol inner in nested)
            _page.Append($"- {Markdown.Code(Signatures.Name(inner), addresses.LinkTo(inner))}: {text.FirstSentence(inner)}\n");
    }

    private void Extensions()
    {
        IGrouping<INamedTypeSymbol, IMethodSymbol>[] holders =
        [
            .. Members.ExtensionsOf(type, library)
                .GroupBy<IMethodSymbol, INamedTypeSymbol>(static method => method.ContainingType, SymbolEqualityComparer.Default),
        ];
        if (holders is [])
            return;

        _page.Append("\n## Extension methods {#section-extensions}\n\n");
        foreach (IGrouping<INamedTypeSymbol, IMethodSymbol> holder in holders)
            Links(holder.Key, holder.DistinctBy(static method => method.Name), static method => method.Name);
    }

    private void Inherited()
    {
        IGrouping<INamedTypeSymbol, ISymbol>[] bases = [.. Members.Inherited(type)];
        if (bases is [])
            return;

        _page.Append("\n## Inherited members {#section-inherited}\n\n");
        foreach (IGrouping<INamedTypeSymbol, ISymbol> from in bases)
            Links(from.Key, from, Signatures.Short);
    }

    private void Links(INamedTypeSymbol from, IEnumerable<ISymbol> members, Func<ISymbol, string> name)
    {
        IEnumerable<string> links = members.OrderBy(static member => member.Name, StringComparer.Ordinal)
            .Select(member => Markdown.Code(name(member), addresses.LinkTo(member)));
        _page.Append($"From {Markdown.Code(Signatures.Name(from), addresses.LinkTo(from))}: {string.Join(", ", links)}\n\n");
    }
}

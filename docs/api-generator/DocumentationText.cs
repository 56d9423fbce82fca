using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>Documentation comments as Markdown.</summary>
internal sealed partial class DocumentationText(Library library, Addresses addresses)
{
    /// <summary>The comment of a symbol, with the inherited text instead of "inheritdoc".</summary>
    public XElement? Of(ISymbol symbol) => Of(symbol, depth: 0);

    public string FirstSentence(ISymbol symbol)
    {
        string summary = Of(symbol)?.Element("summary") is { } element ? Inline(element) : "";
        Match sentence = SentencePattern().Match(summary);

        return sentence.Success ? sentence.Value : summary;
    }

    /// <summary>An element on one line.</summary>
    public string Inline(XElement element)
    {
        var text = new StringBuilder();
        foreach (XNode node in element.Nodes())
            text.Append(Inline(node));

        return SpacePattern().Replace(text.ToString(), " ").Trim();
    }

    /// <summary>An element as paragraphs, each with its subject in bold, as in "Thread safety: ...".</summary>
    public string Paragraphs(XElement element)
    {
        IEnumerable<string> paragraphs = element.Elements("para").Any()
            ? element.Elements("para").Select(Inline)
            : [Inline(element)];

        return string.Concat(paragraphs
            .Where(static paragraph => paragraph.Length > 0)
            .Select(static paragraph => SubjectPattern().Replace(paragraph, "**$1**") + "\n\n"));
    }

    /// <summary>The name of a symbol in text: with its type, if it is a member.</summary>
    public static string NameOf(ISymbol symbol) => symbol switch
    {
        ITypeSymbol type => Signatures.Name(type),
        IMethodSymbol { MethodKind: MethodKind.Constructor } => Signatures.Short(symbol),
        { ContainingType: { } type } => $"{type.Name}.{Signatures.Short(symbol)}",
        _ => symbol.Name,
    };

    private XElement? Of(ISymbol symbol, int depth)
    {
        XElement? own = symbol.OriginalDefinition.GetDocumentationCommentId() is string id ? library.DocumentationOf(id) : null;
        if (own is null || depth > 8 || own.Elements("inheritdoc").ToList() is not [_, ..] inherits)
            return own;

        var whole = new XElement("member", own.Elements().Where(static element => element.Name != "inheritdoc"));
        foreach (XElement inherit in inherits)
            Inherit(whole, inherit, symbol, depth);

        return whole;
    }

    private void Inherit(XElement whole, XElement inherit, ISymbol symbol, int depth)
    {
        ISymbol? from = inherit.Attribute("cref")?.Value is string cref ? library.Find(cref) : Inheritance.SourceOf(symbol);
        if (from is null)
            return;

        string? only = inherit.Attribute("path")?.Value.TrimStart('/');
        if (Of(from, depth + 1) is { } other)
            whole.Add(other.Elements().Where(element => (only is null || element.Name == only) && !Has(whole, element)).ToList());
        else if (whole.Element("summary") is null && from.OriginalDefinition.GetDocumentationCommentId() is string id)
            whole.Add(new XElement("summary", "Implements ", new XElement("see", new XAttribute("cref", id)), "."));
    }

    private static bool Has(XElement whole, XElement element) => whole.Elements(element.Name)
        .Any(own => Same(own, element, "name") && Same(own, element, "cref"));

    private static bool Same(XElement one, XElement other, string attribute) =>
        one.Attribute(attribute)?.Value == other.Attribute(attribute)?.Value;

    private string Inline(XNode node) => node switch
    {
        XText text => Markdown.Escape(text.Value),
        XElement { Name.LocalName: "c" } code => Markdown.Code(code.Value.Trim()),
        XElement { Name.LocalName: "paramref" or "typeparamref" } name => Markdown.Code(name.Attribute("name")!.Value),
        XElement { Name.LocalName: "see" or "seealso" } see => See(see),
        XElement other => Inline(other),
        _ => "",
    };

    private string See(XElement see)
    {
        if (see.Attribute("langword")?.Value is string word)
            return Markdown.Code(word);

        if (see.Attribute("href")?.Value is string address)
            return $"[{Markdown.Escape(see.Value.Length > 0 ? see.Value : address)}]({address})";

        string cref = see.Attribute("cref")?.Value ?? throw new InvalidOperationException($"No target: {see}");
        ISymbol? symbol = library.Find(cref);

        if (see.Value.Trim() is { Length: > 0 })
            return symbol is not null && addresses.LinkTo(symbol) is string link ? $"[{Inline(see)}]({link})" : Inline(see);

        return symbol is null ? Markdown.Code(WithoutKind(cref)) : Markdown.Code(NameOf(symbol), addresses.LinkTo(symbol));
    }

    // "M:System.Threading.Monitor.Enter(System.Object)" -> "Monitor.Enter"
    private static string WithoutKind(string cref)
    {
        string[] parts = cref[2..].Split('(')[0].Split('.');

        return string.Join('.', cref[0] == 'T' ? parts[^1..] : parts[Math.Max(0, parts.Length - 2)..]);
    }

    [GeneratedRegex(@"\s+")]
    private static partial Regex SpacePattern();

    [GeneratedRegex(@"^.*?[.:](?= [A-Z]|$)")]
    private static partial Regex SentencePattern();

    [GeneratedRegex("^([A-Z][a-z]+(?: [a-z]+)?:)(?= )")]
    private static partial Regex SubjectPattern();
}

using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Analyzers.Text;

/// <summary>Writes names so that they have the same meaning in generated code.</summary>
internal static class Identifiers
{
    // Without escaping: the compiler escapes reserved words only, and each version knows other words.
    private static readonly SymbolDisplayFormat s_format =
        SymbolDisplayFormat.FullyQualifiedFormat.WithMiscellaneousOptions(
        SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier
            | SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

    /// <summary>Adds @ to an identifier that is, or may become, a keyword: keywords consist of lower-case ASCII letters
    /// only.</summary>
    internal static string Escape(string identifier) =>
        identifier == "_" || identifier.All(static letter => letter is >= 'a' and <= 'z')
            || SyntaxFacts.GetKeywordKind(identifier) != SyntaxKind.None ? "@" + identifier : identifier;

    /// <summary>Returns the type in a form that is valid everywhere.</summary>
    internal static string NameOf(ITypeSymbol type)
    {
        StringBuilder text = new();
        foreach (SymbolDisplayPart part in type.ToDisplayParts(s_format))
            text.Append(TextOf(part));

        return text.ToString();
    }

    /// <summary>Returns the namespace as in its declaration; empty for the global one.</summary>
    internal static string NameOf(INamespaceSymbol space) =>
        space.IsGlobalNamespace
            ? ""
            : space.ContainingNamespace.IsGlobalNamespace
                ? Escape(space.Name)
                : $"{NameOf(space.ContainingNamespace)}.{Escape(space.Name)}";

    /// <summary>Returns the declarations around and of a type, outermost first: <c>partial class Outer</c>.</summary>
    internal static IEnumerable<string> HeadersOf(INamedTypeSymbol type, bool isUnsafe)
    {
        Stack<string> headers = new();
        for (INamedTypeSymbol? current = type; current is not null; current = current.ContainingType)
        {
            string keyword = (current.TypeKind, current.IsRecord) switch
            {
                (TypeKind.Struct, true) => "record struct",
                (TypeKind.Struct, _) => "struct",
                (TypeKind.Interface, _) => "interface",
                (_, true) => "record",
                _ => "class",
            };
            string parameters = current.Arity == 0
                ? ""
                : $"<{string.Join(", ", current.TypeParameters.Select(VarianceAndName))}>";
            bool mayPoint = DeclarationsOf(current).Any(
                static declaration => declaration.Modifiers.Any(SyntaxKind.UnsafeKeyword));
            string modifiers = mayPoint || (isUnsafe && ReferenceEquals(current, type)) ? "unsafe partial" : "partial";
            headers.Push($"{modifiers} {keyword} {Escape(current.Name)}{parameters}");
        }

        return headers;
    }

    /// <summary>Returns the type for use in a file name. Two types can have the same: see
    /// <see cref="HintNames"/>.</summary>
    internal static string HintNameOf(INamedTypeSymbol type)
    {
        StringBuilder name = new();
        for (INamedTypeSymbol? current = type; current is not null; current = current.ContainingType)
            name.Insert(0, "." + current.MetadataName);

        for (INamespaceSymbol space = type.ContainingNamespace;
            !space.IsGlobalNamespace;
            space = space.ContainingNamespace)
        {
            name.Insert(0, "." + space.Name);
        }

        return name.Remove(0, 1).ToString();
    }

    /// <summary>Whether a type is or contains a pointer, so that only unsafe code may name it.</summary>
    internal static bool IsPointer(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsPointer(array.ElementType),
        INamedTypeSymbol named =>
            named.TypeArguments.Any(IsPointer) || (named.ContainingType is { } outer && IsPointer(outer)),
        _ => type.TypeKind is TypeKind.Pointer or TypeKind.FunctionPointer,
    };

    /// <summary>Whether a type can only be named in one file.</summary>
    internal static bool IsFileLocal(ITypeSymbol? type) => type switch
    {
        IArrayTypeSymbol array => IsFileLocal(array.ElementType),
        INamedTypeSymbol named =>
            named.IsFileLocal || IsFileLocal(named.ContainingType) || named.TypeArguments.Any(IsFileLocal),
        _ => false,
    };

    internal static IEnumerable<TypeDeclarationSyntax> DeclarationsOf(INamedTypeSymbol type) =>
        type.DeclaringSyntaxReferences.Select(
            static reference => reference.GetSyntax()).OfType<TypeDeclarationSyntax>();

    private static string TextOf(SymbolDisplayPart part) => part.Kind switch
    {
        // A user's class can have the name of a contextual keyword: the keyword would then mean that class.
        SymbolDisplayPartKind.Keyword when part.Symbol is IDynamicTypeSymbol => "object",
        SymbolDisplayPartKind.Keyword
            when part.Symbol is INamedTypeSymbol
            { IsNativeIntegerType: true, NativeIntegerUnderlyingType: null, Name: var name } =>
            $"global::System.{name}",
        SymbolDisplayPartKind.Keyword or SymbolDisplayPartKind.Punctuation or SymbolDisplayPartKind.Space =>
            part.ToString(),
        _ => SyntaxFacts.IsValidIdentifier(part.ToString()) ? Escape(part.ToString()) : part.ToString(),
    };

    private static string VarianceAndName(ITypeParameterSymbol parameter) => parameter.Variance switch
    {
        VarianceKind.In => "in ",
        VarianceKind.Out => "out ",
        _ => "",
    } + Escape(parameter.Name);
}

using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;

namespace Pooling.ApiReference;

/// <summary>Declarations as C# spells them.</summary>
internal static partial class Signatures
{
    private const SymbolDisplayMiscellaneousOptions Miscellaneous =
        SymbolDisplayMiscellaneousOptions.UseSpecialTypes
        | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers
        | SymbolDisplayMiscellaneousOptions.AllowDefaultLiteral
        | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier;

    private static readonly SymbolDisplayFormat s_name = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
        miscellaneousOptions: Miscellaneous);

    private static readonly SymbolDisplayFormat s_member = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints
            | SymbolDisplayGenericsOptions.IncludeVariance,
        memberOptions: SymbolDisplayMemberOptions.IncludeAccessibility | SymbolDisplayMemberOptions.IncludeModifiers
            | SymbolDisplayMemberOptions.IncludeType | SymbolDisplayMemberOptions.IncludeParameters | SymbolDisplayMemberOptions.IncludeRef
            | SymbolDisplayMemberOptions.IncludeConstantValue,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName
            | SymbolDisplayParameterOptions.IncludeDefaultValue | SymbolDisplayParameterOptions.IncludeModifiers
            | SymbolDisplayParameterOptions.IncludeExtensionThis,
        propertyStyle: SymbolDisplayPropertyStyle.ShowReadWriteDescriptor,
        delegateStyle: SymbolDisplayDelegateStyle.NameAndSignature,
        extensionMethodStyle: SymbolDisplayExtensionMethodStyle.StaticMethod,
        miscellaneousOptions: Miscellaneous);

    private static readonly SymbolDisplayFormat s_type = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
        genericsOptions: s_member.GenericsOptions,
        memberOptions: s_member.MemberOptions,
        parameterOptions: s_member.ParameterOptions,
        delegateStyle: SymbolDisplayDelegateStyle.NameAndSignature,
        kindOptions: SymbolDisplayKindOptions.IncludeTypeKeyword,
        miscellaneousOptions: Miscellaneous);

    private static readonly SymbolDisplayFormat s_short = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameOnly,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters,
        memberOptions: SymbolDisplayMemberOptions.IncludeParameters,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeModifiers,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes);

    /// <summary>Whether it is the compiler's mark of a ref struct for old compilers, which users do not see.</summary>
    public static bool IsOfRefStructs(AttributeData attribute) =>
        attribute is { AttributeClass.Name: "ObsoleteAttribute", ConstructorArguments: [{ Value: string text }, ..] }
        && text.StartsWith("Types with embedded references", StringComparison.Ordinal);

    /// <summary>The name of a type, with its type parameters: "PooledLease&lt;T&gt;".</summary>
    public static string Name(ITypeSymbol type) => type.ToDisplayString(s_name);

    /// <summary>A member by name and parameter types: "Rent(int)".</summary>
    public static string Short(ISymbol symbol) => symbol.ToDisplayString(s_short);

    /// <summary>The whole declaration, one attribute a line before it.</summary>
    public static string Declaration(ISymbol symbol)
    {
        string attributes = string.Concat(Attributes(symbol).Select(static attribute => attribute + "\n"));

        return attributes + (symbol is INamedTypeSymbol type ? Type(type) : Member(symbol.ToDisplayString(s_member)));
    }

    // Accessors end a declaration themselves.
    private static string Member(string declaration) => declaration.EndsWith('}') ? declaration : Wrapped(declaration) + ";";

    private static string Type(INamedTypeSymbol type)
    {
        const string Public = "public ";
        string text = type.ToDisplayString(s_type);
        if (type.TypeKind is TypeKind.Delegate)
            return Public + Wrapped(text) + ";";

        // The base types stand before the constraints.
        int where = text.IndexOf(" where ", StringComparison.Ordinal);
        (string head, string constraints) = where < 0 ? (text, "") : (text[..where], text[where..].Replace(" where ", "\n    where "));
        string bases = string.Join(", ", Bases(type).Select(Name));

        return Public + Modifiers(type) + head + (bases.Length == 0 ? "" : " : " + bases) + constraints;
    }

    private static IEnumerable<ITypeSymbol> Bases(INamedTypeSymbol type)
    {
        if (type.TypeKind is TypeKind.Enum)
            return type.EnumUnderlyingType is { SpecialType: not SpecialType.System_Int32 } underlying ? [underlying] : [];

        bool hasBase = type is { TypeKind: TypeKind.Class, BaseType.SpecialType: not SpecialType.System_Object };
        IEnumerable<ITypeSymbol> interfaces = type.Interfaces
            .Where(face => face.DeclaredAccessibility is Accessibility.Public && !IsImplied(type, face));

        return hasBase ? interfaces.Prepend(type.BaseType!) : interfaces;
    }

    // An assembly names all interfaces, source only those that no other one brings along.
    private static bool IsImplied(INamedTypeSymbol type, INamedTypeSymbol face) =>
        type.Interfaces.Append(type.BaseType)
            .Any(other => other?.AllInterfaces.Contains(face, SymbolEqualityComparer.Default) ?? false);

    private static string Modifiers(INamedTypeSymbol type) => type switch
    {
        { TypeKind: not TypeKind.Class } => "", // those of a struct come with its keyword
        { IsStatic: true } => "static ",
        { IsAbstract: true } => "abstract ",
        { IsSealed: true } => "sealed ",
        _ => "",
    };

    private static IEnumerable<string> Attributes(ISymbol symbol) =>
        from attribute in symbol.GetAttributes()
        where attribute.AttributeClass is { Name: "ObsoleteAttribute" or "FlagsAttribute" or "AttributeUsageAttribute" }
        where !IsOfRefStructs(attribute)
        select $"[{AttributeSuffix().Replace(attribute.ToString()!.Replace("System.", ""), "", count: 1)}]";

    // One parameter a line where a line would be long.
    private static string Wrapped(string declaration)
    {
        const int Most = 100;
        int where = declaration.IndexOf(" where ", StringComparison.Ordinal);
        (string head, string constraints) = where < 0
            ? (declaration, "")
            : (declaration[..where], declaration[where..].Replace(" where ", "\n    where "));
        int open = OpeningParenthesis(head);
        if (head.Length <= Most || open < 0)
            return head + constraints;

        IEnumerable<string> parameters = SplitTopLevel(head[(open + 1)..^1]);

        return head[..(open + 1)] + "\n    " + string.Join(",\n    ", parameters) + ")" + constraints;
    }

    private static int OpeningParenthesis(string head)
    {
        if (!head.EndsWith(')'))
            return -1;

        int depth = 0;
        for (int i = head.Length - 1; i >= 0; i--)
        {
            depth += head[i] switch { ')' => 1, '(' => -1, _ => 0 };
            if (depth == 0)
                return i;
        }

        return -1;
    }

    private static IEnumerable<string> SplitTopLevel(string parameters)
    {
        int depth = 0;
        int start = 0;
        for (int i = 0; i < parameters.Length; i++)
        {
            depth += parameters[i] switch { '<' or '(' or '[' => 1, '>' or ')' or ']' => -1, _ => 0 };
            if (depth == 0 && parameters[i] == ',')
            {
                yield return parameters[start..i].Trim();
                start = i + 1;
            }
        }

        yield return parameters[start..].Trim();
    }

    // Of the name only, before its arguments.
    [GeneratedRegex(@"Attribute(?=\(|$)")]
    private static partial Regex AttributeSuffix();
}

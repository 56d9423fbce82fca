using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads the initializers of members, and decides how generated code reproduces their values.</summary>
/// <remarks>Constants are written directly. Any other expression is copied unchanged to a static method, in a file with
/// the usings and the namespaces of the original, so that its names have the same meaning there. An immutable value
/// that cannot be copied is taken from a template, an unused object.</remarks>
internal sealed class InitialReader(Func<SyntaxTree, SemanticModel> models, Func<StoredMember, bool> hasTemplate)
{
    private const string Template = EncodeableNames.Template + ".Instance";

    // by the class declaration that contains the initializers
    private readonly Dictionary<SyntaxNode, List<string>> _copies = [];
    private readonly List<SyntaxNode> _order = [];

    /// <summary>Whether a value was taken from the template.</summary>
    internal bool UsesTemplate { get; private set; }

    /// <summary>The copied initializers, by the class declaration that contains them.</summary>
    internal IEnumerable<InitialsModel> Copies =>
        _order.Select(declaration => InitialsFile.Describe(declaration, _copies[declaration]));

    /// <summary>Reads an initializer.</summary>
    internal InitialValue Read(StoredMember member, ExpressionSyntax expression)
    {
        if (ReadConstant(member, expression) is { } constant)
            return constant;

        SemanticModel model = models(expression.SyntaxTree);
        ExpressionSyntax bare = Strip(expression);
        InitialValue initial = model.GetConversion(expression).IsUserDefined
            ? new InitialValue(InitialContent.Value) // whatever the conversion returns
            : InitialClassifier.Classify(bare, member.Type, model);
        initial.Problem = IsBoundToPlace(bare, member.Type, model);
        if (initial.Problem is null)
            initial.Source = bare;
        else if (CanUseTemplate(member))
            return FromTemplate(member);

        return initial;
    }

    /// <summary>Writes the expression of a value, with a copy of its initializer if necessary.</summary>
    internal string Write(StoredMember member, InitialValue initial)
    {
        if (initial.Source is { } source)
            return Copy(member, source, initial.Type ?? member.Type);

        UsesTemplate |= initial.Text?.Contains(Template) == true;
        return initial.Text ?? "default!";
    }

    /// <summary>Reads an initializer that has the same meaning everywhere.</summary>
    /// <returns><see langword="null"/> if it is not constant.</returns>
    internal InitialValue? ReadConstant(StoredMember member, ExpressionSyntax expression)
    {
        SemanticModel model = models(expression.SyntaxTree);
        return model.GetConversion(expression).IsUserDefined
            ? null
            : FindConstant(Strip(expression), member.Type, model);
    }

    /// <summary>Whether the value of a member can be shared with an unused object. An abstract class has none, and
    /// the getter can be private to a base class.</summary>
    internal bool CanUseTemplate(StoredMember member, bool withDelegates = true) =>
        hasTemplate(member) && TypeTraits.IsShareable(member.Type, withDelegates);

    /// <summary>Takes the value of a member from the template.</summary>
    internal static InitialValue FromTemplate(StoredMember member) =>
        new(InitialContent.Value) { Text = AccessOf(member.Symbol, Template) };

    /// <summary>Returns the expression for a member of an object.</summary>
    internal static string AccessOf(ISymbol member, string instance) =>
        member is IPropertySymbol { ExplicitInterfaceImplementations: [var implemented, ..] }
            ? $"(({Identifiers.NameOf(implemented.ContainingType)}){instance}).{Identifiers.Escape(implemented.Name)}"
            : $"{instance}.{Identifiers.Escape(member.Name)}";

    private static ExpressionSyntax Strip(ExpressionSyntax expression) => expression switch
    {
        ParenthesizedExpressionSyntax parenthesized => Strip(parenthesized.Expression),
        PostfixUnaryExpressionSyntax suppressed when suppressed.IsKind(SyntaxKind.SuppressNullableWarningExpression) =>
            Strip(suppressed.Operand),
        _ => expression,
    };

    private static InitialValue? FindConstant(ExpressionSyntax expression, ITypeSymbol type, SemanticModel model)
    {
        if (expression.IsKind(SyntaxKind.DefaultLiteralExpression))
            return InitialValue.Default;

        if (model.GetConstantValue(expression) is not { HasValue: true } constant)
            return null;

        return constant.Value switch
        {
            null => InitialValue.Default,
            bool or string or char or int when IsWrittenAs(type, constant.Value) =>
                new InitialValue(InitialContent.Value)
                {
                    Text = SymbolDisplay.FormatPrimitive(
                        constant.Value, quoteStrings: true, useHexadecimalNumbers: false),
                },
            _ => null,
        };
    }

    private static bool IsWrittenAs(ITypeSymbol type, object value) => value switch
    {
        bool => type.SpecialType == SpecialType.System_Boolean,
        string => type.SpecialType == SpecialType.System_String,
        char => type.SpecialType == SpecialType.System_Char,
        _ => type.SpecialType is SpecialType.System_Int32 or SpecialType.System_Int64 or SpecialType.System_UInt32
            or SpecialType.System_UInt64
            or SpecialType.System_Byte or SpecialType.System_SByte or SpecialType.System_Int16
                or SpecialType.System_UInt16,
    };

    /// <summary>Returns why an expression has another meaning, or none, in another file.</summary>
    private static string? IsBoundToPlace(ExpressionSyntax expression, ITypeSymbol type, SemanticModel model)
    {
        if (expression.ContainsDirectives)
            return "its initializer contains preprocessor directives";

        if (!ConstructorReader.IsClosed(expression, model))
            return "its initializer uses the object or a parameter";

        if (model.GetOperation(expression)!.DescendantsAndSelf().Any(static each =>
            each is IArgumentOperation { ArgumentKind: ArgumentKind.DefaultValue, Parameter: { } parameter }
                && parameter.GetAttributes().Any(static attribute => attribute.AttributeClass?.Name
                    is "CallerMemberNameAttribute" or "CallerFilePathAttribute" or "CallerLineNumberAttribute")))
        {
            return "its initializer passes its own place";
        }

        foreach (SyntaxNode node in expression.DescendantNodesAndSelf())
        {
            if (model.GetSymbolInfo(node).Symbol is { } symbol
                && ((symbol as INamedTypeSymbol) ?? symbol.ContainingType) is { } used
                && Identifiers.IsFileLocal(used))
            {
                return $"its initializer uses '{used.Name}', which is local to its file";
            }

            // A copy of a lambda is a different method: the delegates would not be equal.
            if (node is AnonymousFunctionExpressionSyntax && type.TypeKind == TypeKind.Delegate)
                return "its initializer is a lambda";
        }

        return null;
    }

    private string Copy(StoredMember member, ExpressionSyntax expression, ITypeSymbol type)
    {
        TypeDeclarationSyntax declaration = expression.FirstAncestorOrSelf<TypeDeclarationSyntax>()!;
        if (!_copies.TryGetValue(declaration, out List<string>? copies))
        {
            copies = [];
            _copies.Add(declaration, copies);
            _order.Add(declaration);
        }

        string typeName = Identifiers.NameOf(type);
        string name = EncodeableNames.Initial + member.Part;
        string array = expression is InitializerExpressionSyntax ? $"new {typeName} " : "";
        bool isUnsafe = expression.FirstAncestorOrSelf<MemberDeclarationSyntax>()!.Modifiers.Any(
            SyntaxKind.UnsafeKeyword);
        copies.Add($"private static {(isUnsafe ? "unsafe " : "")}{typeName} {name}() => {array}{expression};");
        return name + "()";
    }
}

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads the initialisers of members, and decides how generated code makes their values again.</summary>
/// <remarks>Constants are written down. Any other expression is copied as it stands into a static method, in a file with the usings and the
/// namespaces of the one that it comes from, so that its names mean the same there. What cannot be copied is taken from a template, an object
/// that nobody uses, if it is immutable.</remarks>
internal sealed class InitialReader(Func<SyntaxTree, SemanticModel> models)
{
    internal const string Template = "PooledTemplate.Instance";

    private readonly Dictionary<SyntaxNode, List<string>> _copies = []; // by the class declaration that the initialisers stand in
    private readonly List<SyntaxNode> _order = [];

    /// <summary>Whether a value was taken from the template.</summary>
    internal bool UsesTemplate { get; private set; }

    /// <summary>The copied initialisers, by the declaration of the class that they stand in.</summary>
    internal IEnumerable<InitialsModel> Copies => _order.Select(declaration => InitialsFile.Describe(declaration, _copies[declaration]));

    /// <summary>Reads an initialiser.</summary>
    /// <param name="member">The member that it is for.</param>
    /// <param name="expression">The initialiser.</param>
    /// <param name="problem">Why generated code cannot make the value, if it cannot.</param>
    internal InitialValue Read(StoredMember member, ExpressionSyntax expression, out string? problem)
    {
        problem = null;
        SemanticModel model = models(expression.SyntaxTree);
        ExpressionSyntax bare = Strip(expression);
        if (FindConstant(bare, member.Type, model) is { } constant)
            return constant;

        (InitialContent content, ITypeSymbol? type) = Classify(bare, member.Type, model);
        if (IsBoundToPlace(bare, member.Type, model) is { } reason)
        {
            if (TypeTraits.IsImmutable(member.Type))
                return FromTemplate(member);

            problem = reason;
            return new InitialValue(null, content, type);
        }

        return new InitialValue(Copy(member, bare, type ?? member.Type), content, type);
    }

    /// <summary>Takes the value of an immutable member from the template.</summary>
    internal InitialValue FromTemplate(StoredMember member)
    {
        UsesTemplate = true;
        return new InitialValue(AccessOf(member.Symbol, Template), InitialContent.Value, null);
    }

    /// <summary>The member of an object as an expression.</summary>
    internal static string AccessOf(ISymbol member, string instance) =>
        member is IPropertySymbol { ExplicitInterfaceImplementations: [var implemented, ..] }
            ? $"(({implemented.ContainingType.ToDisplayString(EncodeableNames.TypeFormat)}){instance}).{EncodeableNames.Escape(implemented.Name)}"
            : $"{instance}.{EncodeableNames.Escape(member.Name)}";

    /// <summary>The name of a member as a part of other names.</summary>
    internal static string PartOf(ISymbol member) => member.Name.Replace('.', '_').Replace('<', '_').Replace('>', '_').Replace(',', '_').Replace(':', '_').Replace(' ', '_');

    private static ExpressionSyntax Strip(ExpressionSyntax expression) => expression switch
    {
        ParenthesizedExpressionSyntax parenthesized => Strip(parenthesized.Expression),
        PostfixUnaryExpressionSyntax suppressed when suppressed.IsKind(SyntaxKind.SuppressNullableWarningExpression) => Strip(suppressed.Operand),
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
            bool or string or char or int when IsWrittenAs(type, constant.Value) => new InitialValue(SymbolDisplay.FormatPrimitive(constant.Value, quoteStrings: true, useHexadecimalNumbers: false), InitialContent.Value, null),
            _ => null,
        };
    }

    private static bool IsWrittenAs(ITypeSymbol type, object value) => value switch
    {
        bool => type.SpecialType == SpecialType.System_Boolean,
        string => type.SpecialType == SpecialType.System_String,
        char => type.SpecialType == SpecialType.System_Char,
        _ => type.SpecialType is SpecialType.System_Int32 or SpecialType.System_Int64 or SpecialType.System_UInt32 or SpecialType.System_UInt64
            or SpecialType.System_Byte or SpecialType.System_SByte or SpecialType.System_Int16 or SpecialType.System_UInt16,
    };

    private static (InitialContent Content, ITypeSymbol? Type) Classify(ExpressionSyntax expression, ITypeSymbol target, SemanticModel model)
    {
        if (expression is CollectionExpressionSyntax collection)
            return collection.Elements.Count == 0 ? ClassifyEmpty(target, model) : (InitialContent.NewObject, null);

        IOperation? operation = model.GetOperation(expression);
        while (operation is IConversionOperation { OperatorMethod: null } conversion)
            operation = conversion.Operand;

        return operation switch
        {
            IObjectCreationOperation { Type: { IsReferenceType: true } type } creation =>
                (creation.Initializer is null && TypeTraits.IsClearable(type) && creation.Arguments.All(argument => TypeTraits.LeavesEmpty(argument.Parameter!.Type)) ? InitialContent.EmptyCollection : InitialContent.NewObject, type),
            IArrayCreationOperation { Initializer: null, DimensionSizes: [{ ConstantValue: { HasValue: true, Value: var length } }], Type: { } type } =>
                (length is 0 ? InitialContent.Nothing : InitialContent.BlankArray, type),
            IArrayCreationOperation { Type: { } type } => (InitialContent.NewObject, type),
            IArrayInitializerOperation => (InitialContent.NewObject, target),
            IInvocationOperation { TargetMethod: { Name: "Empty", ContainingType.Name: "Array" or "Enumerable", Parameters.IsEmpty: true } method } when TypeTraits.IsOfSystem(method.ContainingType) =>
                (InitialContent.Nothing, null),
            ITypeParameterObjectCreationOperation => (InitialContent.NewObject, null),
            _ => (InitialContent.Value, null),
        };
    }

    // What [] makes depends on the type that it is for.
    private static (InitialContent Content, ITypeSymbol? Type) ClassifyEmpty(ITypeSymbol target, SemanticModel model)
    {
        if (target is IArrayTypeSymbol || TypeTraits.IsReadOnlyInterface(target))
            return (InitialContent.Nothing, null);

        if (TypeTraits.IsClearable(target))
            return (InitialContent.EmptyCollection, target);

        // The language promises a list.
        return target is INamedTypeSymbol { Arity: 1, TypeKind: TypeKind.Interface } list && TypeTraits.FullName(list) is "System.Collections.Generic.IList" or "System.Collections.Generic.ICollection"
            && model.Compilation.GetTypeByMetadataName("System.Collections.Generic.List`1") is { } type
            ? (InitialContent.EmptyCollection, type.Construct(((INamedTypeSymbol)target).TypeArguments[0].WithNullableAnnotation(((INamedTypeSymbol)target).TypeArgumentNullableAnnotations[0])))
            : (target.IsValueType ? InitialContent.Value : InitialContent.NewObject, null);
    }

    /// <summary>Why an expression means something else, or nothing, in another file.</summary>
    private static string? IsBoundToPlace(ExpressionSyntax expression, ITypeSymbol type, SemanticModel model)
    {
        if (expression.ContainsDirectives)
            return "its initialiser has preprocessor directives inside";

        if (!ConstructorReader.IsClosed(expression, model))
            return "its initialiser uses the object or a parameter";

        foreach (SyntaxNode node in expression.DescendantNodesAndSelf())
        {
            if (model.GetSymbolInfo(node).Symbol is { } symbol && ((symbol as INamedTypeSymbol) ?? symbol.ContainingType) is { } used && IsFileLocal(used))
                return $"its initialiser uses '{used.Name}', which is local to its file";

            // A copy of a lambda is another method: the delegates would not be equal.
            if (node is AnonymousFunctionExpressionSyntax && type.TypeKind == TypeKind.Delegate)
                return "its initialiser is a lambda";
        }

        return null;
    }

    private static bool IsFileLocal(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.ContainingType)
        {
            if (current.IsFileLocal)
                return true;
        }

        return false;
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

        string typeName = type.ToDisplayString(EncodeableNames.TypeFormat);
        string name = "InitialOf" + PartOf(member.Symbol);
        string array = expression is InitializerExpressionSyntax ? $"new {typeName} " : "";
        copies.Add($"private static {typeName} {name}() => {array}{expression};".Replace("\r\n", "\n"));
        return name + "()";
    }
}

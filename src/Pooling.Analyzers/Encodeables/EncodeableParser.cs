using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Pooling.Analyzers.Model;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reads a class with <c>[PooledEncodeable]</c> into the model from which its code is generated, and reports
/// problems.</summary>
internal sealed partial class EncodeableParser
{
    private readonly INamedTypeSymbol _type;
    private readonly Compilation _compilation;
    private readonly Func<SyntaxTree, SemanticModel> _models;
    private readonly CancellationToken _cancellation;
    private readonly List<Diagnostic> _diagnostics = [];

    private EncodeableParser(INamedTypeSymbol type, Compilation compilation, Func<SyntaxTree, SemanticModel> models,
        CancellationToken cancellation)
    {
        _type = type;
        _compilation = compilation;
        _models = models;
        _cancellation = cancellation;
    }

    private Location Location => _type.Locations.FirstOrDefault() ?? Location.None;

    /// <summary>Reads a class.</summary>
    /// <param name="type">The class.</param>
    /// <param name="compilation">The compilation that contains it.</param>
    /// <param name="models">Returns the semantic model of a file.</param>
    /// <param name="diagnostics">Receives the diagnostics for the class.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns><see langword="null"/> if no code can be generated; an error among the diagnostics states
    /// why.</returns>
    internal static EncodeableModel? Parse(
        INamedTypeSymbol type, Compilation compilation, Func<SyntaxTree, SemanticModel> models,
        out IReadOnlyList<Diagnostic> diagnostics, CancellationToken cancellation)
    {
        EncodeableParser parser = new(type, compilation, models, cancellation);
        EncodeableModel? model = parser.Parse();
        diagnostics = parser._diagnostics;
        return parser._diagnostics.Any(diagnostic => diagnostic.DefaultSeverity == DiagnosticSeverity.Error)
            ? null
            : model;
    }

    private EncodeableModel? Parse()
    {
        if (EncodeableNames.FindAttribute(_type) is not { } attribute || !CheckDeclaration()
            || FindConstructor() is not { } parameterless)
        {
            return null;
        }

        CheckHandWritten(attribute);
        CheckCycle();
        CheckKeeps();
        CheckOverrides();

        ConstructorReader constructor = ConstructorReader.Read(parameterless, _models);
        InitialReader initials = new(_models, hasTemplate: member => !_type.IsAbstract && IsReadable(member));
        OverrideReader overrides = OverrideReader.Read(_type, parameterless, _models, _cancellation);
        MemberReader reader = new(_type, constructor, overrides, initials, _diagnostics.Add, _cancellation);

        List<MemberModel> members = [];
        (BaseKind baseKind, bool baseHasNested) = ReadBases(initials, constructor, overrides, members);
        foreach (KeyValuePair<ISymbol, ExpressionSyntax> assignment in constructor.Assignments)
        {
            if (constructor.IsPlain && !SymbolEqualityComparer.Default.Equals(assignment.Key.ContainingType, _type))
                Add(members, reader.ReadInherited(assignment.Key, IsHidden(assignment.Key), assignment.Value));
        }

        foreach (StoredMember member in StoredMember.Of(_type))
            Add(members, reader.Read(member));

        return new EncodeableModel(
            Identifiers.HintNameOf(_type),
            Identifiers.NameOf(_type.ContainingNamespace),
            new EquatableArray<string>(Identifiers.HeadersOf(_type, NamesPointers())),
            Identifiers.NameOf(_type),
            _type.IsAbstract,
            _type.IsSealed,
            baseKind,
            _resetsBase,
            baseHasNested || members.Any(member => IsReturned(member.Nested)),
            DeclaresPool(attribute) ? null : ActivatorArguments(attribute),
            CreationOf(parameterless),
            ChooseInitAccess(members),
            NamedArgument(attribute, "MaxRetainedCapacity") ?? 0,
            initials.UsesTemplate,
            new EquatableArray<MemberModel>(members),
            new EquatableArray<InitialsModel>(initials.Copies),
            IsObsolete(parameterless));
    }

    private static void Add(List<MemberModel> members, MemberModel? member)
    {
        if (member is not null)
            members.Add(member);
    }

    // Parts of a list are not: they stay in it, and its reset visits what they hold.
    private static bool IsReturned(NestedShape shape) => shape is not (NestedShape.None or NestedShape.List);

    private void Report(DiagnosticDescriptor descriptor, Location location, params object?[] arguments) =>
        _diagnostics.Add(Diagnostic.Create(descriptor, location, arguments));

    private InitAccess ChooseInitAccess(List<MemberModel> members) =>
        !members.Any(member => member.IsInitOnly) ? InitAccess.None
        : HasAccessors() ? InitAccess.Accessor
        : InitAccess.Delegate;

    // The runtime's own attribute, from .NET 8 on; it supports members of generic types only from .NET 9 on.
    private bool HasAccessors()
    {
        INamedTypeSymbol? accessor = _compilation.GetTypeByMetadataName(
            "System.Runtime.CompilerServices.UnsafeAccessorAttribute");
        return accessor is not null
            && SymbolEqualityComparer.Default.Equals(accessor.ContainingAssembly,
                _compilation.GetSpecialType(SpecialType.System_Object).ContainingAssembly)
            && !IsGeneric(_type);
    }

    private static bool IsGeneric(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? current = type; current is not null; current = current.ContainingType)
        {
            if (current.Arity > 0)
                return true;
        }

        return false;
    }

    private IEnumerable<INamedTypeSymbol> TypeAndBases()
    {
        for (INamedTypeSymbol? current = _type; current is not null; current = current.BaseType)
            yield return current;
    }

    private bool NamesPointers() =>
        TypeAndBases().SelectMany(StoredMember.Of).Any(static member => Identifiers.IsPointer(member.Type));

    // Only obsolete code may use members whose use is an error.
    private bool IsObsolete(IMethodSymbol constructor) => !ObsoleteUse.IsWithin(_type)
        && (ObsoleteUse.IsError(constructor)
            || TypeAndBases().SelectMany(StoredMember.Of).Any(static member => ObsoleteUse.IsError(member.Symbol)));

    // By 'new', required members would have to be set, in place of their initializers.
    private string CreationOf(IMethodSymbol constructor)
    {
        string type = Identifiers.NameOf(_type);
        bool isPlain = constructor.GetAttributes().Any(
                static attribute => attribute.AttributeClass?.Name == "SetsRequiredMembersAttribute")
            || !TypeAndBases().SelectMany(static each => each.GetMembers()).Any(
                static member => member is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true });
        return isPlain ? $"new {type}()"
            : HasAccessors() ? EncodeableNames.CreateMethod + "()"
            : $"({type})global::System.Activator.CreateInstance(typeof({type}), nonPublic: true)!";
    }

    private static string ActivatorArguments(AttributeData attribute)
    {
        return NamedArgument(attribute, "MaxRetained") is { } retained and not 0
            ? $"options: new global::Pooling.Objects.PoolOptions {{ MaxRetained = {retained} }}"
            : "";
    }

    private static int? NamedArgument(AttributeData attribute, string name) =>
        attribute.NamedArguments.FirstOrDefault(
            argument => argument.Key == name).Value is { IsNull: false, Value: int value }
            ? value
            : null;
}

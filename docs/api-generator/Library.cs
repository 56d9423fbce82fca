using System.ComponentModel;
using System.Xml.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.ApiReference;

/// <summary>The built assemblies as C# symbols, with their documentation files.</summary>
internal sealed class Library
{
    private readonly Dictionary<string, XElement> _documentation;

    private readonly CSharpCompilation _compilation;

    private Library(
        CSharpCompilation compilation,
        IEnumerable<IAssemblySymbol> assemblies,
        IReadOnlyList<MetadataReference> references,
        Dictionary<string, XElement> documentation)
    {
        _compilation = compilation;
        References = references;
        _documentation = documentation;
        Types =
        [
            .. from assembly in assemblies
               from type in TypesIn(assembly.GlobalNamespace)
                   .OrderBy(static type => type.ToDisplayString(), StringComparer.Ordinal)
               select type,
        ];
    }

    /// <summary>The assemblies that it was compiled against.</summary>
    public IReadOnlyList<MetadataReference> References { get; }

    /// <summary>The public types, including nested ones, of one assembly after the other.</summary>
    public IReadOnlyList<INamedTypeSymbol> Types { get; }

    /// <summary>The ids in the documentation file.</summary>
    public IEnumerable<string> DocumentedIds => _documentation.Keys;

    public static Library Load(params string[] assemblyFiles)
    {
        PortableExecutableReference[] own =
            [.. assemblyFiles.Select(static file => MetadataReference.CreateFromFile(file))];
        string?[] names = [.. assemblyFiles.Select(Path.GetFileName)];
        List<MetadataReference> references =
        [
            .. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
                .Split(Path.PathSeparator)
                .Where(file => !names.Contains(Path.GetFileName(file)))
                .Select(static file => MetadataReference.CreateFromFile(file)),
        ];
        CSharpCompilation compilation = CSharpCompilation.Create("ApiReference", references: [.. references, .. own]);
        Dictionary<string, XElement> documentation = [];
        foreach (XElement member in assemblyFiles.SelectMany(MembersIn))
            documentation.TryAdd(member.Attribute("name")!.Value, member); // two may have an internal type of one name

        return new Library(
            compilation, own.Select(one => (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(one)!), references,
            documentation);
    }

    /// <summary>The entry of a symbol in the documentation file, or null.</summary>
    public XElement? DocumentationOf(string id) => _documentation.GetValueOrDefault(id);

    /// <summary>The type or member of an id, also of the base class library, or null.</summary>
    public ISymbol? Find(string id) => DocumentationCommentId.GetFirstSymbolForDeclarationId(id, _compilation);

    /// <summary>Whether a user of the package sees the symbol of an id.</summary>
    public bool IsVisibleId(string id)
    {
        ISymbol? symbol = Find(id);
        for (ISymbol? current = symbol; current is INamedTypeSymbol or { ContainingType: not null }; current = current.ContainingType)
        {
            if (!IsVisible(current))
                return false;
        }

        return symbol is not null;
    }

    /// <summary>Whether a user of the package sees it, possibly in a derived class. Code that only compilers call is hidden.</summary>
    public static bool IsVisible(ISymbol symbol) =>
        symbol.DeclaredAccessibility is Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal
        && !IsHidden(symbol);

    private static IEnumerable<XElement> MembersIn(string assemblyFile) => XDocument
        .Load(Path.ChangeExtension(assemblyFile, ".xml"), LoadOptions.PreserveWhitespace)
        .Descendants("member");

    private static bool IsHidden(ISymbol symbol) => symbol.GetAttributes().Any(static attribute =>
        attribute.AttributeClass?.Name == nameof(EditorBrowsableAttribute)
        && attribute.ConstructorArguments is [{ Value: (int)EditorBrowsableState.Never }]);

    private static IEnumerable<INamedTypeSymbol> TypesIn(INamespaceSymbol space) =>
        space.GetTypeMembers().SelectMany(WithNested).Concat(space.GetNamespaceMembers().SelectMany(TypesIn));

    private static IEnumerable<INamedTypeSymbol> WithNested(INamedTypeSymbol type) =>
        IsVisible(type) ? type.GetTypeMembers().SelectMany(WithNested).Prepend(type) : [];
}

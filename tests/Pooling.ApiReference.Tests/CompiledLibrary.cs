using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Pooling.ApiReference;

/// <summary>A library compiled from source, with its documentation file, and the pages that describe it.</summary>
internal sealed class CompiledLibrary : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("api-reference-");

    public CompiledLibrary(string source)
    {
        string file = Path.Combine(_folder.FullName, "Sample.dll");
        IEnumerable<MetadataReference> references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator)
            .Select(static path => MetadataReference.CreateFromFile(path));
        CSharpCompilation compilation = CSharpCompilation.Create(
            "Sample",
            [CSharpSyntaxTree.ParseText(source, new CSharpParseOptions(LanguageVersion.Latest, DocumentationMode.Diagnose))],
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable));
        using (FileStream assembly = File.Create(file))
        using (FileStream documentation = File.Create(Path.ChangeExtension(file, ".xml")))
            Assert.Empty(compilation.Emit(assembly, xmlDocumentationStream: documentation).Diagnostics.Where(IsError));

        Library library = Library.Load(file);
        string root = SourceTree.FindRoot(AppContext.BaseDirectory);
        Site = new ReferenceSite(library, SourceTree.Read(root, library.References));
        Pages = Site.Render();
    }

    public ReferenceSite Site { get; }

    public IReadOnlyDictionary<string, string> Pages { get; }

    public void Dispose() => _folder.Delete(recursive: true);

    private static bool IsError(Diagnostic diagnostic) => diagnostic.Severity is DiagnosticSeverity.Error;
}

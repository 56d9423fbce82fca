using Pooling.ApiReference;

if (args is not [string output])
{
    Console.Error.WriteLine("Usage: Pooling.ApiReference <folder for the pages>");
    return 2;
}

string root = SourceTree.FindRoot(Directory.GetCurrentDirectory());
string[] packages = ["Pooling", "Pooling.Extensions", "Pooling.Testing"];
var library = Library.Load([.. packages.Select(static name => Path.Combine(AppContext.BaseDirectory, name + ".dll"))]);
var site = new ReferenceSite(library, SourceTree.Read(root, library.References));

IReadOnlyDictionary<string, string> pages = site.Render();
IReadOnlyList<string> missing = site.MembersWithoutPlace();
foreach (string member in missing)
    Console.Error.WriteLine($"{member} has no place in the API reference.");

if (missing is not [])
    return 1;

if (Directory.Exists(output))
    Directory.Delete(output, recursive: true);

Directory.CreateDirectory(output);
foreach ((string name, string page) in pages)
    File.WriteAllText(Path.Combine(output, name), page);

Console.WriteLine($"{pages.Count} pages with {site.Places} members in {output}");
return 0;

using YamlDotNet.RepresentationModel;

namespace Pooling.Conventions;

/// <summary>Tests the rules for issue forms. A form that violates them is not offered when an issue is opened, without a message.</summary>
public sealed class IssueFormTests
{
    private static readonly string[] s_types = ["markdown", "textarea", "input", "dropdown", "checkboxes"];

    public static TheoryData<string> Forms() => [.. RepositoryTree.YamlFiles(".github/ISSUE_TEMPLATE")];

    [Theory]
    [MemberData(nameof(Forms))]
    public void Form_OfTheRepository_HasItsPartsAndFields(string form)
    {
        YamlMappingNode root = Yaml.Root(File.ReadAllText(RepositoryTree.PathOf(".github", "ISSUE_TEMPLATE", form)));
        YamlMappingNode[] body = [.. root.Elements("body")];
        string?[] fields = [.. body.Where(static field => field.Text("type") != "markdown").Select(static field => field.Text("id"))];

        Assert.NotNull(root.Text("name"));
        Assert.NotNull(root.Text("description"));
        Assert.NotEmpty(fields);
        Assert.All(fields, Assert.NotNull);
        Assert.Distinct(fields);
        Assert.All(body, static field =>
        {
            var attributes = Assert.IsType<YamlMappingNode>(field.Child("attributes"));
            Assert.Contains(field.Text("type"), s_types);
            Assert.NotNull(attributes.Text(field.Text("type") == "markdown" ? "value" : "label"));
        });
    }

    [Fact]
    public void Settings_OfDependabot_CoverEachKindOfPackage()
    {
        YamlMappingNode root = Yaml.Root(File.ReadAllText(RepositoryTree.PathOf(".github", "dependabot.yml")));

        Assert.Equal(
            ["github-actions", "npm", "nuget"],
            root.Elements("updates").Select(static update => update.Text("package-ecosystem")).Order(StringComparer.Ordinal));
    }
}

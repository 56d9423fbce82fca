using Pooling.Analyzers.Text;

namespace Pooling.Analyzers;

/// <summary>Tests the links of compiler messages. That each message has a section with its title is tested with the messages.</summary>
public sealed class HelpLinkTests
{
    [Theory]
    [InlineData("https://host.example/owner/name")]
    [InlineData("https://host.example/owner/name/")]
    [InlineData("https://host.example/owner/name.git")]
    public void To_Repository_IsTheSectionOfTheMessage(string repository) => Assert.Equal(
        "https://host.example/owner/name/blob/HEAD/docs/compiler-messages.md#pool113-keeponreset-keeps-nothing",
        HelpLink.To(repository, "POOL113", "[KeepOnReset] keeps nothing"));

    [Theory]
    [InlineData(null)]
    [InlineData("/a/folder")]
    [InlineData("git@host.example:owner/name.git")]
    public void To_RepositoryWithoutAddress_IsNone(string? repository) => Assert.Null(HelpLink.To(repository, "POOL101", "A title"));
}

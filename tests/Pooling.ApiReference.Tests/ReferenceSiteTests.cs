namespace Pooling.ApiReference;

public sealed class ReferenceSiteTests : IDisposable
{
    private readonly CompiledLibrary _sample = new("""
        using System;
        using System.Collections.Generic;

        namespace Sample;

        /// <summary>Keeps <c>a &lt; b</c>, {{ braces }} and List&lt;T&gt; as they are. A second sentence.</summary>
        /// <typeparam name="T">The item type.</typeparam>
        /// <remarks><para>Thread safety: one thread.</para></remarks>
        public sealed class Box<T> : Base, IEnumerable<T> where T : class, IComparable<T>
        {
            /// <summary>Initializes a box, see <see cref="Put{TOther}(T, in TOther)"/>.</summary>
            /// <param name="size">The number of items.</param>
            /// <exception cref="ArgumentOutOfRangeException"><paramref name="size"/> is <see langword="null"/>.</exception>
            public Box(int size = 4) { }

            /// <summary>Puts.</summary>
            public bool Put(T? item) => true;

            /// <summary>Puts two.</summary>
            /// <typeparam name="TOther">The other type.</typeparam>
            /// <param name="item">One.</param>
            /// <param name="other">The other.</param>
            /// <returns>Nothing.</returns>
            public bool Put<TOther>(T item, in TOther other) where TOther : struct => true;

            /// <summary>Old.</summary>
            [Obsolete("Use Put<TOther> instead.")]
            public void Add(T item) { }

            /// <inheritdoc/>
            public override void Close() { }

            /// <summary>Gets an item.</summary>
            public T? this[int index] => null;

            /// <summary>Compares.</summary>
            public static bool operator ==(Box<T> a, Box<T> b) => true;

            /// <summary>Compares.</summary>
            public static bool operator !=(Box<T> a, Box<T> b) => false;

            /// <inheritdoc/>
            public IEnumerator<T> GetEnumerator() => null!;

            System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => null!;

            internal void Hidden() { }
        }

        /// <summary>A base.</summary>
        public abstract class Base
        {
            /// <summary>Closes what is open.</summary>
            public virtual void Close() { }

            /// <summary>Gets the name.</summary>
            public string Name { get; protected init; } = "";
        }

        /// <summary>Marks a <see cref="Base">base class</see>, a <see cref="string">text</see> or both.</summary>
        [AttributeUsage(AttributeTargets.Class | AttributeTargets.Field)]
        public sealed class MarkAttribute : Attribute { }

        /// <summary>For compilers.</summary>
        [System.ComponentModel.EditorBrowsable(System.ComponentModel.EditorBrowsableState.Never)]
        public struct Handler { }

        /// <summary>Extends.</summary>
        public static class Extensions
        {
            /// <summary>Counts.</summary>
            public static int CountAll(this IEnumerable<string> items) => 0;
        }
        """);

    [Fact]
    public void Render_OfAType_HasDeclarationsAsCSharpSpellsThem()
    {
        string page = _sample.Pages["Box-T.md"];

        Assert.Contains("public sealed class Box<T> : Base, IEnumerable<T>\n    where T : class, IComparable<T>\n", page);
        Assert.Contains("public Box(int size = 4);", page);
        Assert.Contains("public bool Put(T? item);", page);
        Assert.Contains("public bool Put<TOther>(T item, in TOther other)\n    where TOther : struct;", page);
        Assert.Contains("public override void Close();", page);
        Assert.Contains("public T? this[int index] { get; }\n", page);
        Assert.Contains("public static bool operator ==(Box<T> a, Box<T> b);", page);
        Assert.Contains("public string Name { get; protected init; }\n", _sample.Pages["Base.md"]);
    }

    [Fact]
    public void Render_OfText_EscapesWhatMarkdownAndTemplatesRead()
    {
        string page = _sample.Pages["Box-T.md"];

        Assert.Contains("Keeps `a < b`, &#123;&#123; braces &#125;&#125; and List&lt;T&gt; as they are.", page);
        Assert.Contains("# Box&lt;T&gt; class", page);
        Assert.DoesNotContain("{{", page.Replace("{{ braces }}", ""));
    }

    [Fact]
    public void Render_OfAReferenceWithText_LinksTheText() =>
        Assert.Contains("Marks a [base class](./Base.md), a text or both.\n", _sample.Pages["MarkAttribute.md"]);

    [Fact]
    public void Render_OfAnAttribute_ShortensItsNameOnly() =>
        Assert.Contains("[AttributeUsage(AttributeTargets.Class | AttributeTargets.Field)]\n", _sample.Pages["MarkAttribute.md"]);

    [Fact]
    public void Render_OfAHiddenType_HasNoPage() =>
        Assert.DoesNotContain(_sample.Pages.Keys, static page => page.StartsWith("Handler", StringComparison.Ordinal));

    [Fact]
    public void Render_OfAnObsoleteMember_SaysSo()
    {
        string page = _sample.Pages["Box-T.md"];

        Assert.Contains("[Obsolete(\"Use Put<TOther> instead.\")]\npublic void Add(T item);", page);
        Assert.Contains("::: warning Obsolete\nUse Put&lt;TOther&gt; instead.\n:::", page);
    }

    [Fact]
    public void Render_OfOverloads_GivesEachAPlace()
    {
        string page = _sample.Pages["Box-T.md"];

        Assert.Single(page.Split("### Put {#put}\n")[1..]);
        Assert.Contains("<a id=\"put-1\" class=\"overload\"></a>", page);
        Assert.Contains("see [`Box.Put<TOther>(T, in TOther)`](./Box-T.md#put-1).", page);
    }

    [Fact]
    public void Render_OfInheritedDocumentation_TakesThatOfTheBase() =>
        Assert.Contains("Closes what is open.", _sample.Pages["Box-T.md"]);

    [Fact]
    public void Render_OfATypeWithABase_ListsInheritedMembersAndExtensions()
    {
        string page = _sample.Pages["Box-T.md"];
        string inherited = page[page.IndexOf("## Inherited members", StringComparison.Ordinal)..];

        Assert.Contains("From [`Base`](./Base.md): [`Name`](./Base.md#name)", inherited);
        Assert.DoesNotContain("`Close()`", inherited);
        Assert.Contains("From [`Extensions`](./Extensions.md): [`CountAll`](./Extensions.md#countall)", page);
        Assert.DoesNotContain("Hidden", page);
    }

    [Fact]
    public void Render_OfAType_BeginsWithATableOfItsMembers()
    {
        string page = _sample.Pages["Box-T.md"];
        int start = page.IndexOf("## Members", StringComparison.Ordinal);
        string table = page[start..page.IndexOf("## Constructors", StringComparison.Ordinal)];

        Assert.Contains("| [`Put`](./Box-T.md#put) (2 overloads) | Puts. |\n", table);
        Assert.Contains("| [`Indexer`](./Box-T.md#indexer) | Gets an item. |\n", table);
        Assert.Contains("| [`Close`](./Box-T.md#close) | Closes what is open. |\n", table); // of the base
        Assert.DoesNotContain("Hidden", table);
    }

    [Fact]
    public void Render_OfRemarks_MakesTheSubjectBold() => Assert.Contains("**Thread safety:** one thread.", _sample.Pages["Box-T.md"]);

    [Fact]
    public void Render_OfTheIndex_HasTheFirstSentenceOfEachType()
    {
        string index = _sample.Pages["index.md"];

        Assert.Contains("| [`Box<T>`](./Box-T.md) | Keeps `a < b`", index);
        Assert.DoesNotContain("A second sentence", index);
    }

    [Fact]
    public void MembersWithoutPlace_OfWhatWasRendered_AreNone() => Assert.Empty(_sample.Site.MembersWithoutPlace());

    public void Dispose() => _sample.Dispose();
}

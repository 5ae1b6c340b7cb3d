/* Each workload is a function of this name. */
void workload(void);
int main(void)
{
	workload();
	return 0;
}
